#!/usr/bin/env python3
"""action.yml as a runner would take it, as far as that can be done without GitHub.

	check_action.py INFXCHECK FIXTURES

Steps run in order with the inputs and the event put into their environment; of the upload
only the condition is looked at. What expressions mean is ours here, so this tests names,
order and conditions, not GitHub.
"""
import os
import re
import subprocess
import sys
import tempfile

import yaml

HERE = os.path.dirname(os.path.abspath(__file__))
ACTION = os.path.dirname(HERE)
LINK = "https://github.com/SemiAnalysisAI/InferenceX/pull/"


def value(word, context):
	if re.fullmatch(r"'[^']*'", word):
		return word[1:-1]
	if word in ("true", "false"):
		return word == "true"
	for name in word.split("."):
		context = context.get(name, "") if isinstance(context, dict) else ""
	return context


def same(a, b):
	return str(a) == str(b) if isinstance(a, type(b)) else False


def evaluate(text, context):
	"""|| of && of comparisons."""
	for part in text.split("||"):
		result = True
		for term in part.split("&&"):
			words = term.split()
			result = value(words[0], context)
			if len(words) == 3:
				equal = same(result, value(words[2], context))
				result = equal if words[1] == "==" else not equal
			if not result:
				break
		if result:
			return result
	return result


def fill(text, context):
	def one(match):
		got = evaluate(" ".join(match.group(1).split()), context)
		return str(got).lower() if isinstance(got, bool) else str(got)
	return re.sub(r"\$\{\{(.*?)\}\}", one, str(text), flags=re.S)


def run_action(program, repository, event, inputs, extra):
	"""The exit status of the last step that ran, what steps put out, whether it uploads."""
	with open(f"{ACTION}/action.yml") as f:
		action = yaml.safe_load(f)
	run = tempfile.mkdtemp(dir=f"{repository}/.git")
	given = {k: v.get("default", "") for k, v in action["inputs"].items()} | inputs
	context = {"inputs": given, "github": {"event": event}, "steps": {}}
	upload = False
	for step in action["runs"]["steps"]:
		if "if" in step and not evaluate(" ".join(step["if"].split()), context):
			continue
		if "uses" in step:
			upload = os.path.exists(fill(step["with"]["sarif_file"], context))
			continue
		env = {"PATH": os.environ["PATH"], "GITHUB_WORKSPACE": repository,
			"GITHUB_ACTION_PATH": ACTION, "GITHUB_ACTIONS": "true", "CI": "true",
			"RUNNER_TEMP": run, "GITHUB_OUTPUT": f"{run}/out",
			"GITHUB_STEP_SUMMARY": f"{run}/summary", "INFXCHECK": program} | extra
		env |= {k: fill(v, context) for k, v in step.get("env", {}).items()}
		status = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", step["run"]],
			cwd=repository, env=env, stdout=subprocess.DEVNULL,
			stderr=subprocess.DEVNULL).returncode
		if "id" in step:
			outputs = {}
			if os.path.exists(f"{run}/out"):
				with open(f"{run}/out") as f:
					outputs = dict(line.rstrip("\n").split("=", 1) for line in f)
			context["steps"][step["id"]] = {"outputs": outputs}
		if status:
			break
	return status, {k: fill(v["value"], context) for k, v in action["outputs"].items()}, upload


def git(repository, *words):
	env = {"PATH": os.environ["PATH"], "HOME": repository, "GIT_CONFIG_NOSYSTEM": "1"}
	return subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@example.org", *words],
		cwd=repository, env=env, check=True, capture_output=True, text=True).stdout.strip()


def pull_request(top, fixtures, link):
	"""A checkout of the merge commit of pull request 13, and what the event has of it."""
	repository = tempfile.mkdtemp(dir=top)
	subprocess.run(["cp", "-R", f"{fixtures}/_base/.", repository], check=True)
	git(repository, "init", "-q", "-b", "main")
	git(repository, "add", ".")
	git(repository, "commit", "-q", "-m", "base")
	base = git(repository, "rev-parse", "HEAD")
	git(repository, "checkout", "-q", "-b", "feature")
	config = f"{repository}/configs/amd-master.yaml"
	with open(config) as f:
		text = f.read()
	with open(config, "w") as f:
		f.write(re.sub(r":v0\.21\.0", ":v0.22.0", text, count=1))
	with open(f"{repository}/perf-changelog.yaml", "a") as f:
		f.write("\n- config-keys:\n    - ling2-fp8-mi355x-vllm\n  description:\n"
			f"    - \"Update the image\"\n  pr-link: {link}\n")
	git(repository, "commit", "-q", "-a", "-m", "entry")
	git(repository, "checkout", "-q", "--detach", "main")
	git(repository, "merge", "-q", "--no-ff", "--no-edit", "feature")
	extra = {"GITHUB_REF": "refs/pull/13/merge",
		"GITHUB_SHA": git(repository, "rev-parse", "HEAD")}
	return repository, {"pull_request": {"number": 13, "base": {"sha": base},
		"head": {"repo": {"fork": False}}}}, extra


def main(program, fixtures):
	faults, cases = [], 0
	with tempfile.TemporaryDirectory() as top:
		good = pull_request(top, fixtures, LINK + "13")
		bad = pull_request(top, fixtures, LINK + "14")
		fork = bad[0], {"pull_request": bad[1]["pull_request"] |
			{"head": {"repo": {"fork": True}}}}, bad[2]
		touch = f"$(touch {top}/x);`touch {top}/x`"
		for what, (repository, event, extra), inputs, want in (
				("clean", good, {}, (0, "0", "0", True)),
				("findings", bad, {}, (1, "1", "1", True)),
				("of a fork", fork, {}, (1, "1", "1", False)),
				("no upload", bad, {"upload-sarif": "false"}, (1, "1", "1", False)),
				("never", bad, {"fail-on": "never"}, (0, "0", "1", True)),
				("number given", good, {"pr-number": "14"}, (1, "1", "1", True)),
				("no such base", good, {"base": "none"}, (2, "2", "", False)),
				("hostile base", good, {"base": touch}, (2, "2", "", False)),
				("hostile number", good, {"pr-number": touch}, (2, "2", "", False)),
				("hostile path", good, {"path": touch}, (2, "2", "", False))):
			status, out, upload = run_action(program, repository, event, inputs, extra)
			got = status, out["status"], out["errors"], upload
			cases += 1
			if got != want or os.path.exists(f"{top}/x"):
				faults.append(f"{what}: {got}, not {want}")
	for f in faults:
		print(f"FAILED: {f}")
	print(f"{cases} runs of action.yml: {'as they should be' if not faults else 'see above'}")
	return 1 if faults else 0


if __name__ == "__main__":
	sys.exit(main(*map(os.path.abspath, sys.argv[1:])))
