#!/usr/bin/env python3
"""Every format of one run, read by other programs' rules.

	check_reports.py INFXCHECK FOLDER [SARIF-SCHEMA [INFXCHECK-OF-ANOTHER-COMPILER]]

All formats are written in one run over the folder and read again: SARIF and JSON against
their schemas, the XML by a parser, GitLab's fields. The counts must agree, and runs in other
locales, over a copy in another folder, and of another compiler's program must give the same
bytes.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

FORMATS = ["text", "short", "json", "jsonl", "github", "sarif", "gitlab", "checkstyle",
	"junit", "markdown", "agent", "counts"]
HERE = os.path.dirname(os.path.abspath(__file__))
faults = []


def must(condition, text):
	if not condition:
		faults.append(text)


def run(program, folder, out, locale="C.UTF-8"):
	argv = [program, "check", "--root", folder, "--today", "2026-01-01"]
	for f in FORMATS:
		argv += ["--format", f"{f}={out}/{f}"]
	env = {"PATH": "/usr/bin:/bin", "LC_ALL": locale, "LANG": locale}
	code = subprocess.run(argv, env=env).returncode
	must(code in (0, 1), f"exit status {code}")
	ret = {}
	for f in FORMATS:
		with open(f"{out}/{f}", "rb") as file:
			ret[f] = file.read()
	return ret


def against(schema, document, what):
	try:
		import jsonschema
	except ImportError:
		print(f"skipped: {what} against its schema needs python3-jsonschema")
		return False
	kind = jsonschema.validators.validator_for(schema)
	for e in list(kind(schema).iter_errors(document))[:5]:
		must(False, f"{what}: {'/'.join(map(str, e.absolute_path))}: {e.message[:200]}")
	return True


def check_sarif(text, folder, schema):
	document = json.loads(text)
	judged = False
	if schema:
		with open(schema) as f:
			judged = against(json.load(f), document, "sarif")
	sarif = document["runs"][0]
	rules = [r["id"] for r in sarif["tool"]["driver"]["rules"]]
	must(len(rules) == len(set(rules)), "sarif: a rule twice")
	must(folder.encode() + b"/" not in text, "sarif: the folder of the run")
	for uri in re.findall(rb'"uri": "([^"]*)"', text):
		must(not re.match(rb"/|[^/]*:|\.", uri), f"sarif: an absolute path {uri}")
	for r in sarif["results"]:
		must(rules[r["ruleIndex"]] == r["ruleId"], "sarif: ruleIndex")
		links = re.findall(r"\]\((\d+)\)", r["message"]["text"])
		ids = [str(l["id"]) for l in r.get("relatedLocations", [])]
		must(links == ids, f"sarif: links {links} of {ids}")
		region = r["locations"][0]["physicalLocation"]["region"]
		must(len(region) == 4, "sarif: not a full region")
		must(len(r["partialFingerprints"]) == 2, "sarif: fingerprints")
	return [(r["ruleId"], r["level"]) for r in sarif["results"]], judged


def check_gitlab(text):
	rows = json.loads(text)
	must(len({r["fingerprint"] for r in rows}) == len(rows), "gitlab: a fingerprint twice")
	for r in rows:
		must(r["severity"] in ("info", "minor", "major", "critical", "blocker"), "gitlab")
		must(r["location"]["lines"]["begin"] >= 1, "gitlab: line")
		must(not r["location"]["path"].startswith(("/", "./")), "gitlab: path")
	level = {"critical": "error", "minor": "warning", "info": "note"}
	return [(r["check_name"], level[r["severity"]]) for r in rows]


def check_xml(checkstyle, junit, findings):
	level = {"error": "error", "warning": "warning", "info": "note"}
	rows = [(e.get("source").removeprefix("infxcheck."), level[e.get("severity")])
		for e in xml.etree.ElementTree.fromstring(checkstyle).iter("error")]
	must(sorted(rows) == sorted(findings), "checkstyle: other findings")
	tree = xml.etree.ElementTree.fromstring(junit)
	cases, failures = list(tree.iter("testcase")), list(tree.iter("failure"))
	must(int(tree.get("tests")) == len(cases), "junit: tests")
	must(int(tree.get("failures")) == len(failures), "junit: failures")
	must({c.get("name") for c in cases} - {"all rules"} == {f[0] for f in findings},
		"junit: rules")


def check_lines(got, findings):
	for name, n in (("error", "error"), ("warning", "warning"), ("note", "notice")):
		count = sum(f[1] == name for f in findings)
		lines = len(re.findall(rf"(?m)^::{n} ", got["github"].decode()))
		must(lines == min(count, 10), f"github: {lines} of {count} {n}")
		rows = got["markdown"].decode().count(f"\n| {name} | ")
		must(rows == count or len(got["markdown"]) > 800000, f"markdown: {rows} {name}")
	must(got["short"].count(b"\n") == len(findings), "short: lines")
	rows = got["agent"].decode().splitlines()
	must(sorted((r.split()[1], r.split()[0]) for r in rows) == sorted(findings),
		"agent: other findings")
	must(all(len(r.encode()) < 200 for r in rows), "agent: a long line")
	counts = dict(row.split("=") for row in got["counts"].decode().splitlines())
	for name in ("error", "warning", "note"):
		must(int(counts[name + "s"]) == sum(f[1] == name for f in findings), "counts")
	kinds = [json.loads(line)["type"] for line in got["jsonl"].splitlines()]
	must(kinds.count("finding") == len(findings), "jsonl: findings")


def check_bytes(program, folder, top, first, other):
	for locale in ("C", "de_DE.UTF-8", "tr_TR.UTF-8"):
		must(run(program, folder, top, locale) == first, f"other bytes in {locale}")
	if other:
		must(run(other, folder, top) == first, "other bytes of another compiler")
	copy = f"{top}/copied/to another folder"
	shutil.copytree(folder, copy, symlinks=True)
	must(run(program, copy, top) == first, "other bytes in another folder")


def main(program, folder, schema=None, other=None):
	folder = os.path.abspath(folder)
	schema = schema if schema and os.path.exists(schema) else None
	with tempfile.TemporaryDirectory() as top:
		got = run(program, folder, top)
		check_bytes(program, folder, top, got, other)
	report = json.loads(got["json"])
	with open(f"{HERE}/../docs/report-1.schema.json") as f:
		against(json.load(f), report, "json")
	findings = [(f["rule"], f["severity"]) for f in report["findings"]]
	sarif, judged = check_sarif(got["sarif"], folder, schema)
	must(sorted(sarif) == sorted(findings), "sarif: other findings")
	must(sorted(check_gitlab(got["gitlab"])) == sorted(findings), "gitlab: other findings")
	check_xml(got["checkstyle"], got["junit"], findings)
	check_lines(got, findings)
	for f in faults:
		print(f"FAILED: {f}")
	print(f"{len(findings)} findings in {len(FORMATS)} formats, {6 if other else 5} runs: "
		f"{'equal' if not faults else 'see above'}")
	if not judged:
		print("skipped: SARIF against the official schema (make sarif-schema, "
			"python3-jsonschema)")
	return 1 if faults else 0


if __name__ == "__main__":
	sys.exit(main(*sys.argv[1:]))
