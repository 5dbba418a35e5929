#!/usr/bin/env python3
"""Time and memory on a checkout, beside other tools on the same work, and how both grow.

bench.py INFXCHECK CHECKOUT [RUNS] [growth|speed]

The checkout is copied; nothing is written to it. Of each command the median of RUNS runs is
told (default 10): wall time, processor time with that of its children, peak memory of one
process. A peer that is slow gets as many runs as fit into PEER_SECONDS; the table says how many.
Peers that are not installed are left out. The reference's own Python is run from the copy.
"""
import glob
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

PEER_SECONDS = 40
FACTORS = (1, 2, 4, 8, 16)
PR = "99999"
LINK = "https://github.com/SemiAnalysisAI/InferenceX/pull/XXX"
MASTERS = ("configs/amd-master.yaml", "configs/nvidia-master.yaml")
LOG = "perf-changelog.yaml"
ENV = dict(os.environ, GIT_CONFIG_NOSYSTEM="1", GIT_CONFIG_GLOBAL="/dev/null", LC_ALL="C.UTF-8")


def read(path):
    with open(path, encoding="utf-8", newline="") as f:
        return f.read()


def write(path, text):
    with open(path, "w", encoding="utf-8", newline="") as f:
        f.write(text)


def git(folder, *words):
    subprocess.run(["git", "-c", "user.name=bench", "-c", "user.email=bench@example.org",
                    "-c", "core.hooksPath=/dev/null", "-C", folder, *words],
                   check=True, env=ENV, stdout=subprocess.DEVNULL)


def copy_checkout(checkout, to):
    """The files, in a repository of its own whose one commit they are."""
    shutil.copytree(checkout, to, symlinks=True, ignore=shutil.ignore_patterns(".git"))
    git(to, "init", "-q", ".")
    git(to, "add", "-A", "-f")
    git(to, "commit", "-q", "-m", "base")


def run_once(argv, folder):
    """Wall and processor seconds, peak MiB, exit status, bytes printed."""
    with tempfile.TemporaryFile() as out:
        begin = time.perf_counter()
        child = subprocess.Popen(argv, cwd=folder, env=ENV, stdout=out,
                                 stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.perf_counter() - begin
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        return (wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024,
                child.returncode, out.read())


class Figures:
    def __init__(self, argv, folder, runs, seconds=None, before=None, codes=(0, 1)):
        rows, begin = [], time.perf_counter()
        for _ in range(runs + 1):  # the first fills the caches
            if before:
                before()
            rows.append(run_once(argv, folder))
            if rows[-1][3] not in codes:
                sys.exit(f"bench: {argv[:4]} exited {rows[-1][3]}: {rows[-1][4][-500:]!r}")
            if seconds and time.perf_counter() - begin > seconds:
                break
        self.out = rows[-1][4]
        rows = rows[1:] or rows
        self.runs = len(rows)
        self.wall, self.cpu, self.peak = (
            statistics.median(r[i] for r in rows) for i in range(3))


# ---- speed -----------------------------------------------------------------------------


def scripts(folder):
    found = glob.glob(os.path.join(folder, "benchmarks/**/*.sh"), recursive=True)
    found += glob.glob(os.path.join(folder, "runners/**/*.sh"), recursive=True)
    return sorted(os.path.relpath(p, folder) for p in found)


def yamls(folder):
    return [LOG, *MASTERS, "configs/runners.yaml"]


def bash_n(names):
    return ["sh", "-c", 'for f; do bash -n "$f"; done', "sh", *names]


def has(word):
    return shutil.which(word) is not None


def has_python(folder, script):
    return os.path.exists(os.path.join(folder, script)) and subprocess.run(
        [sys.executable, "-c", "import yaml, pydantic"], stderr=subprocess.DEVNULL,
        check=False).returncode == 0


def add_entry(folder):
    key = re.search(r"^([a-z0-9][^\s:#]*):", read(os.path.join(folder, MASTERS[0])), re.M)[1]
    path = os.path.join(folder, LOG)
    old = read(path)
    new = (old + f"\n- config-keys:\n    - {key}\n  description:\n"
           f'    - "Measure again"\n  pr-link: {LINK}\n')
    write(path, new)
    git(folder, "commit", "-q", "-a", "-m", "head")
    return lambda: write(path, new)


def work_items(program, folder):
    """(name, our command, [(peer, command)], before each run)."""
    recipes = sorted((s for s in scripts(folder) if "/single_node/fixed_seq_len/" in s),
                     key=lambda s: os.path.getsize(os.path.join(folder, s)))
    recipe = recipes[len(recipes) // 2]
    restore = add_entry(folder)
    python = sys.executable
    sweep = ["full-sweep", "--config-files", *MASTERS, "--runner-config",
             "configs/runners.yaml"]
    reference = "utils/matrix_logic/generate_sweep_configs.py"
    gate = "utils/validate_perf_changelog.py"
    merge = "utils/prepare_perf_changelog_merge.py"
    peers = [[], [], [], [], []]
    if has("yamllint"):
        peers[0].append(("yamllint, YAML alone", ["yamllint", "-d", "relaxed", *yamls(folder)]))
    if has("shellcheck"):
        peers[0].append(("shellcheck, scripts alone", ["shellcheck", *scripts(folder)]))
        peers[1].append(("shellcheck", ["shellcheck", recipe]))
    peers[0].append(("bash -n, scripts alone", bash_n(scripts(folder))))
    peers[1].append(("bash -n", ["bash", "-n", recipe]))
    if has_python(folder, gate):
        peers[2].append(("reference's PR job", [python, gate, "--changelog-file", LOG,
                                                "--base-ref", "HEAD~1", "--head-ref", "HEAD"]))
    if has_python(folder, merge):
        peers[3].append(("reference", [python, merge, "canonicalize", "--base-ref", "HEAD~1",
                                       "--pr-number", PR]))
    if has_python(folder, reference):
        peers[4].append(("reference", [python, reference, *sweep]))
    base = ["--base-ref", "HEAD~1", "--pr-number", PR]
    return [
        ("check, whole repository", [program, "check"], peers[0], None),
        ("check, one recipe", [program, "check", recipe], peers[1], None),
        ("gate", [program, "gate", *base], peers[2], restore),
        ("gate, changelog only", [program, "gate", *base, "--changelog-only"], [], restore),
        ("canonicalize", [program, "canonicalize", *base], peers[3], restore),
        ("matrix full-sweep", [program, "matrix", *sweep], peers[4], restore),
    ]


def speed(program, checkout, scratch, runs):
    folder = os.path.join(scratch, "speed")
    copy_checkout(checkout, folder)
    print("| work | tool | runs | wall ms | processor ms | peak MiB "
          "| wall ratio | processor ratio |")
    print("|---|---|---:|---:|---:|---:|---:|---:|")
    for name, ours, peers, before in work_items(program, folder):
        mine = Figures(ours, folder, runs, before=before)
        print(f"| {name} | infxcheck | {mine.runs} | {mine.wall * 1000:.1f} "
              f"| {mine.cpu * 1000:.1f} | {mine.peak:.1f} | 1 | 1 |", flush=True)
        for peer, argv in peers:
            it = Figures(argv, folder, runs, seconds=PEER_SECONDS, before=before,
                         codes=(0, 1, 123))
            print(f"| | {peer} | {it.runs} | {it.wall * 1000:.1f} | {it.cpu * 1000:.1f} "
                  f"| {it.peak:.1f} | {it.wall / mine.wall:.2f} "
                  f"| {it.cpu / mine.cpu:.2f} |", flush=True)
            if name.startswith("matrix") and it.out.split() != mine.out.split():
                sys.exit("bench: the two matrices differ")


# ---- growth ----------------------------------------------------------------------------


def rename_keys(text, n):
    """A master config whose keys and model prefixes carry a number."""
    text = re.sub(r"^([A-Za-z0-9][^\s:#]*):", rf"\1-k{n}:", text, flags=re.M)
    return re.sub(r"^( +model-prefix: +)(\S+)", rf"\1\2k{n}", text, flags=re.M)


def multiply(folder, k):
    """The changelog, the configs and the recipes k times, under names of their own."""
    keys, prefixes = set(), set()
    for name in MASTERS:
        path = os.path.join(folder, name)
        text = read(path)
        keys |= set(re.findall(r"^([A-Za-z0-9][^\s:#]*):", text, re.M))
        prefixes |= set(re.findall(r"^ +model-prefix: +(\S+)", text, re.M))
        write(path, "\n".join([text, *(rename_keys(text, n) for n in range(1, k))]))
    path = os.path.join(folder, LOG)
    text = read(path)

    def numbered(n):
        return re.sub(r"^( +- +)(\S+)$",
                      lambda m: f"{m[1]}{m[2]}-k{n}" if m[2] in keys else m[0], text, flags=re.M)

    write(path, text + "".join("\n" + numbered(n) for n in range(1, k)))
    for script in scripts(folder):
        if "/single_node/" not in script:
            continue
        folder_of, base = os.path.split(script)
        prefix, _, rest = base.partition("_")
        if prefix in prefixes:
            for n in range(1, k):
                shutil.copy(os.path.join(folder, script),
                            os.path.join(folder, folder_of, f"{prefix}k{n}_{rest}"))


def growth(program, checkout, scratch, runs):
    works = (("check", ["check"]), ("gate", ["gate", "--base-ref", "HEAD~1", "--pr-number", PR]),
             ("canonicalize", ["canonicalize", "--base-ref", "HEAD~1", "--pr-number", PR]),
             ("matrix", ["matrix", "full-sweep"]))
    first, bad = {}, []
    print("| times | work | wall ms | of 1x | processor ms | of 1x | peak MiB | of 1x |")
    print("|---:|---|---:|---:|---:|---:|---:|---:|")
    for k in FACTORS:
        source, folder = os.path.join(scratch, f"from{k}"), os.path.join(scratch, f"by{k}")
        shutil.copytree(checkout, source, symlinks=True, ignore=shutil.ignore_patterns(".git"))
        multiply(source, k)
        copy_checkout(source, folder)
        shutil.rmtree(source)
        restore = add_entry(folder)
        for name, words in works:
            it = Figures([program, *words], folder, runs if k < 8 else min(runs, 3),
                         before=restore)
            one = first.setdefault(name, it)
            grown = (it.wall / one.wall, it.cpu / one.cpu, it.peak / one.peak)
            print(f"| {k} | {name} | {it.wall * 1000:.1f} | {grown[0]:.1f} "
                  f"| {it.cpu * 1000:.1f} | {grown[1]:.1f} | {it.peak:.1f} | {grown[2]:.1f} |",
                  flush=True)
            if max(grown[1:]) > k * 1.25:
                bad.append(f"{name} by {k}")
        shutil.rmtree(folder)
    if bad:
        sys.exit("bench: grows faster than the tree: " + ", ".join(bad))


def main():
    program, checkout = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    runs = int(sys.argv[3]) if len(sys.argv) > 3 else 10
    what = sys.argv[4] if len(sys.argv) > 4 else "both"
    scratch = tempfile.mkdtemp(prefix="ixc-bench-")
    try:
        if what != "growth":
            speed(program, checkout, scratch, runs)
        if what != "speed":
            print()
            growth(program, checkout, scratch, min(runs, 5))
    finally:
        shutil.rmtree(scratch)


if __name__ == "__main__":
    main()
