#!/usr/bin/env python3
"""Plants small faults into a copy of a checkout and counts which are found.

	planted_faults.py INFXCHECK CHECKOUT [-v] [KIND ...]

Each kind is a small transformation that looks for places where it applies, so that any
checkout will do; nothing of a checkout is stored here. A fault counts as found when a
finding that the unchanged copy does not have is of the expected rule, at the expected line
of the expected file. Exit status 1 when fewer than 95 % are found.
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

PROFILE = """version: 1
measurements:
  - gpu: mi355x
    total-gib: 287.98
    free-gib: 256.00
    date: 2026-08-20
    method: hip
"""


class Plant:
    """One fault: new contents of files, and where which rule should speak."""

    def __init__(self, kind, rules, path, edits, line=None, gone=(), where=None):
        self.kind, self.rules, self.path = kind, rules, path
        self.edits = edits  # path -> new text
        self.line = line  # None: any line of the file
        self.gone = gone  # paths that are removed
        self.where = where or path  # file of the finding


PROGRAM = None


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def line_of(text, at):
    return text.count("\n", 0, at) + 1


def recipes(folder, *parts):
    folders = ["agentic", "fixed_seq_len"] if folder == "*" else [folder]
    found = sorted(p for f in folders
                   for p in glob.glob("benchmarks/single_node/%s/*.sh" % f))
    return [p for p in found if all(x in os.path.basename(p) for x in parts)]


def launches(path, word):
    """Whether some arm's server gets the word."""
    run = subprocess.run([PROGRAM, "plan", "--recipe", path, "--format", "json"],
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return b'"%s"' % word.encode() in run.stdout


def substitute(kind, rules, path, pattern, new, shift=0, flags=re.M, check=None):
    """Replaces the first match; the fault is expected at the line of the match."""
    text = read(path)
    m = re.search(pattern, text, flags)
    if not m or (check and not check(text, m)):
        return
    changed = text[: m.start()] + m.expand(new) + text[m.end():]
    if changed != text:
        yield Plant(kind, rules, path, {path: changed}, line_of(text, m.start()) + shift)


def insert_behind(kind, rules, path, pattern, new, flags=re.M):
    """Puts lines behind the line of the first match; expected at the first of them."""
    text = read(path)
    m = re.search(pattern, text, flags)
    if not m:
        return
    end = text.find("\n", m.end()) + 1
    yield Plant(kind, rules, path, {path: text[:end] + new + "\n" + text[end:]},
                line_of(text, end))


# ---- memory, graphs, sequences -----------------------------------------------------


def fraction_over_free():
    for p in recipes("*", "mi355x"):
        yield from substitute("fraction over free", ["hbm-over-free"], p,
                              r"--gpu-memory-utilization 0\.\d+(?=.*(\n.*)*vllm|)",
                              "--gpu-memory-utilization 0.95",
                              check=lambda t, m: "vllm serve" in t)


def comment_below_value():
    for p in recipes("*", "vllm"):
        text = read(p)
        m = re.search(r"^(.*vllm serve.*)$", text, re.M)
        u = re.search(r"--gpu-memory-utilization 0\.\d+", text)
        if not m or not u or u.start() < m.start() or text.count("vllm serve") > 1:
            continue
        if line_of(text, u.start()) - line_of(text, m.start()) > 18:
            continue
        note = "# Only about 130 GiB of the 180 GiB are free on these nodes.\n"
        if "mi3" in p:
            note = "# Only about 200 GiB of the 288 GiB are free on these nodes.\n"
        if "b300" in p:
            note = "# Only about 200 GiB of the 268 GiB are free on these nodes.\n"
        if "h200" in p:
            note = "# Only about 90 GiB of the 140 GiB are free on these nodes.\n"
        yield Plant("comment below value", ["comment-ceiling"], p,
                    {p: text[: m.start()] + note + text[m.start():]},
                    line_of(text, u.start()) + 1)


def capture_sizes_dropped():
    for p in recipes("*"):
        text = read(p)
        m = re.search(r"^ *--(max-cudagraph-capture-size|cuda-graph-max-bs"
                      r"|cudagraph-capture-sizes) [\"$\w{}\[\]@]+ *(\\)?\n", text, re.M)
        if not m:
            continue
        variable = re.search(r"\$\{?(\w+)", m.group(0))
        if not variable or text.count(variable.group(1)) != 2:
            continue
        made = re.search(r"^ *(local |export )?%s=" % variable.group(1), text, re.M)
        if made:
            yield Plant("capture sizes dropped",
                        ["capture-sizes-computed-unused", "unused-variable"], p,
                        {p: text[: m.start()] + text[m.end():]},
                        line_of(text, made.start()))


def sequence_cap_too_small():
    for p in recipes("fixed_seq_len"):
        yield from substitute("sequence cap too small", ["seqs-cap-below-conc"], p,
                              r"^( *--max-num-seqs) \d+", r"\1 2",
                              check=lambda t, m: "vllm serve" in t)
        yield from substitute("sequence cap too small", ["seqs-cap-below-conc"], p,
                              r"^( *--max-running-requests) (?:\"\$\w+\"|\$\w+|\d+)( \\)$",
                              r"\1 2\2",
                              check=lambda t, m: "sglang" in t)


# ---- parallelism --------------------------------------------------------------------


def ep_of_one_arm():
    for p in ("configs/amd-master.yaml", "configs/nvidia-master.yaml"):
        text = read(p)
        for m in list(re.finditer(r"\{ tp: 8, ep: 8, dp-attn: true,", text))[:6]:
            block = text.rfind("\nmultinode", 0, m.start())
            yield Plant("EP of one arm", ["dep-ep-size"], p,
                        {p: text[: m.start()] + "{ tp: 8, ep: 4, dp-attn: true,"
                            + text[m.end():]}, line_of(text, m.start()))
            if block:
                continue


def expert_parallelism_dropped():
    for p in recipes("*", "vllm"):
        text = read(p)
        changed = text.replace("(--enable-expert-parallel)", "()")
        if changed != text and launches(p, "--enable-expert-parallel"):
            yield Plant("expert parallelism dropped",
                        ["dep-without-expert-parallel", "arm-field-ignored"], p,
                        {p: changed}, None)


def speculation_dropped():
    for p in recipes("*", "vllm_mtp"):
        text = read(p)
        m = re.search(r"^ *--speculative-config .*\n", text, re.M)
        s = re.search(r"vllm serve", text)
        if m and s:
            yield Plant("speculation dropped", ["spec-arm-without-spec"], p,
                        {p: text[: m.start()] + text[m.end():]}, None)


def backend_refused():
    """In a release of which it is known: the nightlies' tags do not tell."""
    config = "configs/amd-master.yaml"
    for p in recipes("*", "dsv4_fp4_mi355x_vllm"):
        for plant in substitute("backend refused", ["backend-unsupported"], p,
                                r"^( *--moe-backend) \w+", r"\1 flydsl"):
            plant.edits[config] = re.sub(r"vllm/vllm-openai-rocm:nightly-\w+",
                                         "vllm/vllm-openai-rocm:v0.27.1", read(config))
            yield plant


# ---- traps and services -------------------------------------------------------------


def trap_replaced():
    for p in recipes("agentic"):
        text = read(p)
        traps = list(re.finditer(r"^trap (\w+) EXIT.*$", text, re.M))
        if len(traps) != 1:
            continue
        handler = traps[0].group(1)
        if not re.search(r"^%s\(\) *\{(.|\n)*?stop_background(.|\n)*?^\}" % handler, text,
                         re.M):
            continue
        end = text.find("\n", traps[0].end()) + 1
        new = "trap 'rm -f /tmp/marker' EXIT\n"
        yield Plant("trap replaced", ["exit-trap-overwritten"], p,
                    {p: text[:end] + new + text[end:]}, line_of(text, end))


def pid_out_of_handler():
    for p in recipes("agentic"):
        text = read(p)
        if not re.search(r"^trap \w+ EXIT", text, re.M):
            continue
        m = re.search(r"^ *stop_background_process_tree \"\$SERVER_PID\".*\n", text, re.M)
        started = re.search(r"&\n *SERVER_PID=\$!", text)
        if m and started:
            yield Plant("PID out of the handler", ["pid-not-stopped"], p,
                        {p: text[: m.start()] + text[m.end():]}, None)


def pid_of_tee():
    for p in recipes("fixed_seq_len"):
        yield from substitute("PID of tee", ["pid-wrong-command"], p,
                              r"> *\"?\$SERVER_LOG\"? 2>&1 &\n(\n?)(?= *SERVER_PID=\$!)",
                              r'2>&1 | tee "$SERVER_LOG" &\n\1', shift=2)


# ---- flags --------------------------------------------------------------------------


def json_broken():
    for p in recipes("*"):
        yield from substitute("JSON broken", ["flag-json-invalid"], p,
                              r"^( *--[\w-]+ '\{\"[^'\n]*\})\}'", r"\1'")
        yield from substitute("JSON broken", ["flag-json-invalid"], p,
                              r"^( *--[\w-]+ '\{\"[^'\n}]*)\}'", r"\1'")


def value_missing():
    for p in recipes("*"):
        yield from substitute("value missing", ["option-without-value"], p,
                              r"^( *--max-num-seqs) [\"$\w{}]+( *\\)$", r"\1\2")


def flag_twice():
    for p in recipes("fixed_seq_len"):
        yield from substitute("flag twice", ["duplicate-flag"], p,
                              r"^( *--(?:gpu-memory-utilization|mem-fraction-static)"
                              r" 0\.\d+ \\)$",
                              r"\1\n    --max-model-len 4096 --max-model-len 8192 \\",
                              shift=1, check=lambda t, m: "vllm serve" in t
                              and "--max-model-len" not in t)


def continuation_broken():
    for p in recipes("fixed_seq_len"):
        text = read(p)
        m = re.search(r"^ *--(trust-remote-code|host 0\.0\.0\.0) \\\n(?= *--)", text, re.M)
        if m:
            changed = text[: m.end() - 1] + " \n" + text[m.end():]
            yield Plant("blank behind the backslash", ["broken-line-continuation"], p,
                        {p: changed}, line_of(text, m.start()))


def comment_in_command():
    for p in recipes("fixed_seq_len"):
        text = read(p)
        m = re.search(r"^ *--(trust-remote-code|host 0\.0\.0\.0) \\\n(?= *--)", text, re.M)
        if m:
            changed = text[: m.end()] + "    # for all hosts\n" + text[m.end():]
            yield Plant("comment in a command", ["broken-line-continuation"], p,
                        {p: changed}, None)


def chat_template_dropped():
    for p in recipes("fixed_seq_len", "_mtp"):
        text = read(p)
        changed = re.sub(r" *(\\\n *)?--(use-chat-template|dsv4)\b", "", text)
        if changed != text and "run_benchmark_serving" in text:
            yield Plant("chat template dropped", ["mtp-chat-template-missing"], p,
                        {p: changed}, None)


def acceptance_changed():
    for p in recipes("agentic"):
        yield from substitute("acceptance changed", ["synthetic-acceptance"], p,
                              r"^( *(?:export )?\w*ACCEPT\w*LEN\w*=)\d\.\d+", r"\g<1>1.11")


# ---- scripts ------------------------------------------------------------------------


def quote_unclosed():
    for p in recipes("fixed_seq_len"):
        text = read(p)
        m = re.search(r"^SERVER_LOG=", text, re.M)
        if m:
            yield Plant("quote unclosed", ["recipe-syntax"], p,
                        {p: text + '\necho "done\n'}, text.count("\n") + 2)


def if_unclosed():
    for p in recipes("agentic"):
        text = read(p)
        yield Plant("if unclosed", ["recipe-syntax"], p,
                    {p: text.rstrip("\n") + "\nif true; then\n    echo ready\n"}, None)


def export_dropped():
    for p in recipes("*"):
        yield from substitute("export dropped", ["export-missing"], p,
                              r"^export (VLLM_ROCM_USE_AITER|SGLANG_USE_AITER|VLLM_\w+)=",
                              r"\1=",
                              check=lambda t, m: t.count(m.group(1)) == 1)


def recipe_gone():
    for p in recipes("fixed_seq_len", "vllm"):
        if not os.path.exists(p.replace("_vllm", "")):
            yield Plant("recipe gone", ["recipe-file-missing"], p, {}, None, [p],
                        "configs/")


def helper_gone():
    for p in recipes("*"):
        for m in re.finditer(r"[\w]+\.(py|patch)\b", read(p)):
            helper = os.path.join(os.path.dirname(p), m.group(0))
            if os.path.isfile(helper):
                yield Plant("helper gone", ["referenced-file-missing"], p, {}, None,
                            [helper])
                break


# ---- configs and changelog ----------------------------------------------------------


def in_configs(kind, rules, pattern, new, count=3, shift=0):
    for p in ("configs/amd-master.yaml", "configs/nvidia-master.yaml"):
        text = read(p)
        for m in list(re.finditer(pattern, text, re.M))[:count]:
            yield Plant(kind, rules, p,
                        {p: text[: m.start()] + m.expand(new) + text[m.end():]},
                        line_of(text, m.start()) + shift)


def image_latest():
    yield from in_configs("image latest", ["image-tag-mutable"],
                          r"^  image: (vllm/vllm-openai[\w-]*|lmsysorg/sglang):\S+$",
                          r"  image: \1:latest", 2)


def runner_misspelt():
    yield from in_configs("runner misspelt", ["runner-label-unknown"],
                          r"^  runner: (mi355x|b200|h200)$", r"  runner: \1-x")


def field_misspelt():
    yield from in_configs("field misspelt", ["config-schema"],
                          r"^  model-prefix: (\w+)$", r"  model_prefx: \1", 2)


def key_twice():
    yield from in_configs("key twice", ["duplicate-yaml-key"],
                          r"^(  precision: \w+)$", r"\1\n\1", 2, 1)


def changelog(kind, rules, entry, line):
    p = "perf-changelog.yaml"
    text = read(p)
    if text.endswith("\n"):
        base = line_of(text, len(text))
        yield Plant(kind, rules, p, {p: text + "\n" + entry}, base + line)


ENTRY = """- config-keys:
    - %s
  description:
    - "Re-run of the curve"
  pr-link: https://github.com/SemiAnalysisAI/InferenceX/pull/%s
"""


def first_key():
    return re.search(r"^([\w.-]+):$", read("configs/amd-master.yaml"), re.M).group(1)


def entry_placeholder():
    yield from changelog("link PENDING", ["pr-link-placeholder"],
                         ENTRY % (first_key(), "PENDING"), 5)


def entry_tail():
    yield from changelog("link with a tail", ["pr-link-form"],
                         ENTRY % (first_key(), "9999/files"), 5)


def entry_key():
    yield from changelog("key misspelt", ["config-key-unknown"],
                         ENTRY % (first_key()[:-1] + "q", "9999"), 2)


def entry_empty():
    entry = (ENTRY % (first_key(), "9999")).replace("    - \"Re-run of the curve\"\n", "")
    yield from changelog("description empty", ["changelog-empty-description"],
                         entry, 3)


KINDS = [fraction_over_free, comment_below_value, capture_sizes_dropped,
         sequence_cap_too_small, ep_of_one_arm, expert_parallelism_dropped,
         speculation_dropped, backend_refused, trap_replaced, pid_out_of_handler,
         pid_of_tee, json_broken, value_missing, flag_twice, continuation_broken,
         comment_in_command, chat_template_dropped, acceptance_changed, quote_unclosed,
         if_unclosed, export_dropped, recipe_gone, helper_gone, image_latest,
         runner_misspelt, field_misspelt, key_twice, entry_placeholder, entry_tail,
         entry_key, entry_empty]
PER_KIND = 3


def pick(plants):
    """A few, spread over all places where the kind applies."""
    found = list(plants)
    step = max(1, len(found) // PER_KIND)
    return found[::step][:PER_KIND]


def findings(program, profile, paths):
    out = subprocess.run([program, "check", "--format", "json", "--fail-on", "never",
                          "--today", "2026-08-22", "--hbm-profile", profile] + paths,
                         stdout=subprocess.PIPE, check=True).stdout
    return json.loads(out)["findings"]


def name_of(f):
    return f["rule"], f["place"]["path"], f["message"], f["place"]["line"]


def is_found(plant, before, program, profile):
    paths = [plant.where] if plant.where not in plant.gone else []
    for f in findings(program, profile, paths):
        same_line = plant.line is None or f["place"]["line"] == plant.line
        if (f["rule"] in plant.rules and f["place"]["path"].startswith(plant.where)
                and same_line and name_of(f) not in before):
            return f
    return None


def apply(plant):
    for path, text in plant.edits.items():
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
    for path in plant.gone:
        os.rename(path, path + ".gone")


def restore(plant, old):
    for path, text in old.items():
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
    for path in plant.gone:
        os.rename(path + ".gone", path)


def main():
    global PROGRAM
    program, checkout = os.path.abspath(sys.argv[1]), sys.argv[2]
    PROGRAM = program
    verbose = "-v" in sys.argv
    wanted = [a for a in sys.argv[3:] if a != "-v"]
    with tempfile.TemporaryDirectory() as folder:
        for part in ("benchmarks", "configs", "runners", "utils", "golden_al_distribution"):
            if os.path.isdir(os.path.join(checkout, part)):
                shutil.copytree(os.path.join(checkout, part), os.path.join(folder, part),
                                symlinks=True)
        shutil.copy(os.path.join(checkout, "perf-changelog.yaml"), folder)
        profile = os.path.join(folder, "profile.yaml")
        with open(profile, "w", encoding="utf-8") as f:
            f.write(PROFILE)
        os.chdir(folder)
        before = {name_of(f) for f in findings(program, profile, [])}
        hits = total = 0
        for kind in KINDS:
            if wanted and kind.__name__ not in wanted:
                continue
            plants = pick(kind())
            found = 0
            for plant in plants:
                old = {p: read(p) for p in plant.edits}
                apply(plant)
                f = is_found(plant, before, program, profile)
                restore(plant, old)
                found += f is not None
                if verbose or f is None:
                    print("%s %s: %s:%s%s" % ("found " if f else "MISSED", plant.kind,
                                              plant.path, plant.line or "",
                                              "" if f else " " + ",".join(plant.rules)))
            hits, total = hits + found, total + len(plants)
            print("%-28s %d of %d" % (kind.__name__, found, len(plants)), flush=True)
        print("%d of %d planted faults found" % (hits, total))
        return 0 if total and hits >= 0.95 * total else 1


if __name__ == "__main__":
    sys.exit(main())
