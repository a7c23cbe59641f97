#!/usr/bin/env python3
"""Mutants of the pure core: breaks src/comment and src/converge in a thousand ways, and asks their tests who notices.

cargo-mutants lists the mutants, but builds each alone, which takes hours. Here each function gets a body for every one
of its mutants, and the variable MUTANT says which of them runs: one build, and a mutant costs what the tests take.
The few that do not stand in such a function are built alone. By hand, not part of `.ci/run`; see docs/mutants.md.

    .ci/tools/mutants.py FOLDER [PATTERN]

Works in a copy of the core, made anew in FOLDER, whose build is used again. The outcomes are listed there in
caught.txt, missed.txt, timeout.txt (a loop without an end: caught as well) and unviable.txt (does not compile).
"""

import json
import os
import re
import resource
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]

# What is asked, in this order, until one notices, and for how many seconds: the first two take less than one.
# Crowds are left out: they take long and see nothing that the others do not.
TESTS = [
    (["--lib"], 20),
    (["--test", "converge", "--skip", "crowd::", "--skip", "together::", "--skip", "long::"], 20),
    (["--test", "converge", "long::"], 120),
    (["--test", "explore", "rules::"], 300),
]
TARGETS = ["--lib", "--test", "converge", "--test", "explore"]
MEMORY = 4 << 30

COPIED = ["src/comment", "src/converge", "src/outbox", "tests/converge", "tests/explore", "tests/sandbox/src", "docs"]

LIBRARY = """#![allow(warnings)]
pub mod comment;
pub mod converge;
pub mod outbox;

/// Which mutant runs; 0 for none.
pub fn mutant() -> u32 {
    static MUTANT: std::sync::LazyLock<u32> = std::sync::LazyLock::new(|| {
        std::env::var("MUTANT").map_or(0, |mutant| mutant.parse().unwrap())
    });
    *MUTANT
}
"""


def make_tree(tree):
    """Copies the core, its tests and the sandbox that they use; the edges are left out, so that the build is small."""
    for folder in ["docs", "src", "tests"]:
        shutil.rmtree(tree / folder, ignore_errors=True)
    for folder in COPIED:
        shutil.copytree(REPOSITORY / folder, tree / folder)
    for file in ["Cargo.lock", ".cargo/mutants.toml"]:
        (tree / file).parent.mkdir(exist_ok=True)
        shutil.copy(REPOSITORY / file, tree / file)
    (tree / "src/lib.rs").write_text(LIBRARY)
    needed = ["base64", "chrono", "flate2", "pulldown-cmark", "rawzip", "serde", "serde_json", "sha2", "thiserror"]
    tests = ["boon", "one-comment-sandbox", "proptest", "tempfile", "zip"]
    (tree / "Cargo.toml").write_text(
        package("one-comment", dependencies("Cargo.toml", [*needed, *tests]))
        + '[lib]\nname = "one_comment"\n[workspace]\nmembers = ["tests/sandbox"]\n'
        + '[profile.dev]\ndebug = false\nopt-level = 1\n[profile.dev.package."*"]\nopt-level = 2\n'
    )
    sandbox = (REPOSITORY / "tests/sandbox/Cargo.toml").read_text()
    sandbox = sandbox.split("[dev-dependencies]")[0].replace("[lints]\nworkspace = true\n", "")
    (tree / "tests/sandbox/Cargo.toml").write_text(sandbox)


def package(name, dependencies):
    return f'[package]\nname = "{name}"\nversion = "0.0.0"\nedition = "2024"\n[dependencies]\n{dependencies}\n'


def dependencies(manifest, names):
    """The lines that ask for these packages; of two, the one for tests, which asks for more."""
    text = (REPOSITORY / manifest).read_text()
    return "\n".join(re.findall(rf'^{name} = (?:".*|.*(?:version|path).*)$', text, re.MULTILINE)[-1] for name in names)


class Mutant:
    """One way to break the code: other text between two places of a file."""

    def __init__(self, number, listed, sources):
        self.number, self.name, self.file = number, listed["name"], listed["file"]
        self.replacement = listed["replacement"]
        text, function = sources[self.file], listed["function"]
        self.begin, self.end = places(text, listed["span"])
        # The bodies of such a function would have one opaque type each.
        self.alone = not function or "impl " in function["return_type"]
        self.body = None if self.alone else body(text, *places(text, function["span"]))

    def applied(self, text, begin, end):
        return text[begin : self.begin] + self.replacement + text[self.end : end]


def places(text, span):
    lines = text.split("\n")
    at = lambda place: sum(len(line) + 1 for line in lines[: place["line"] - 1]) + place["column"] - 1
    return at(span["start"]), at(span["end"])


def body(text, begin, end):
    """What stands between the braces of a function, which may begin with comments and attributes."""
    while re.match(r"\s*(///|#\[)", text[begin:]):
        begin = text.index("\n", begin) + 1
    return text.index("{", begin) + 1, end - 1


class Core:
    """The tree and all of its mutants."""

    def __init__(self):
        listed = subprocess.run(["cargo", "mutants", "--list", "--json"], check=True, capture_output=True, text=True)
        listed = json.loads(listed.stdout)
        self.sources = {file: Path(file).read_text() for file in {mutant["file"] for mutant in listed}}
        self.mutants = [Mutant(number, mutant, self.sources) for number, mutant in enumerate(listed, 1)]

    def write(self, mutants):
        """Writes all files with these mutants; answers where each stands, as (file, first line, last line, mutant)."""
        stands = []
        for file, text in self.sources.items():
            functions = defaultdict(list)
            for mutant in mutants:
                if mutant.file == file:
                    functions[mutant.body].append(mutant)
            out, copied = "", 0
            for (begin, end), found in sorted(functions.items()):
                out += text[copied:begin] + "match crate::mutant() {\n"
                for mutant in found:
                    first = out.count("\n") + 1
                    out += f"{mutant.number} => {{{mutant.applied(text, begin, end)}}}\n"
                    stands.append((file, first, out.count("\n"), mutant))
                out += f"_ => {{{text[begin:end]}}}\n}}"
                copied = end
            Path(file).write_text(out + text[copied:])
        return stands

    def build(self, mutants):
        """Builds all of these that compile; answers them and the test programs."""
        step = ["check", "--lib"]
        while True:
            stands = self.write(mutants)
            failed, messages = cargo(*step)
            wrong = set()
            for file, line in errors(messages):
                wrong |= {mutant for at, first, last, mutant in stands if at == file and first <= line <= last}
            mutants = [mutant for mutant in mutants if mutant not in wrong]
            if failed and not wrong:
                sys.exit("does not build, and it is no mutant's fault")
            if not failed and step[0] == "test":
                return mutants, programs(messages)
            if not failed:
                step = ["test", "--no-run", *TARGETS]

    def build_alone(self, mutant):
        """Builds with one mutant; answers the test programs, or nothing where it does not compile."""
        self.write([])
        text = self.sources[mutant.file]
        Path(mutant.file).write_text(mutant.applied(text, 0, len(text)))
        failed, messages = cargo("test", "--no-run", *TARGETS)
        return None if failed else programs(messages)


def cargo(*args):
    run = subprocess.run(["cargo", *args, "--message-format=json"], capture_output=True, text=True)
    lines = [line for line in run.stdout.splitlines() if line.startswith("{")]
    return run.returncode != 0, [json.loads(line) for line in lines]


def errors(messages):
    for message in messages:
        if message["reason"] == "compiler-message" and message["message"]["level"] == "error":
            for span in message["message"]["spans"]:
                if span["is_primary"]:
                    yield span["file_name"], span["line_start"]


def programs(messages):
    """The test programs by the names of their targets."""
    return {message["target"]["name"]: message["executable"] for message in messages if message.get("executable")}


def outcome(built, number):
    variables = {
        "MUTANT": str(number),
        "PROPTEST_CASES": "16",
        "PROPTEST_MAX_SHRINK_ITERS": "0",
        "PROPTEST_DISABLE_FAILURE_PERSISTENCE": "1",
        "RUST_BACKTRACE": "0",
    }
    for test, seconds in TESTS:
        program = built["one_comment" if test[0] == "--lib" else test[1]]
        try:
            run = subprocess.run(
                [program, *test[2:]],
                env=os.environ | variables,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=seconds,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
            )
        except subprocess.TimeoutExpired:
            return "timeout"
        if run.returncode:
            return "caught"
    return "missed"


def main(tree, pattern=""):
    tree = Path(tree)
    make_tree(tree)
    os.chdir(tree)
    os.environ["CARGO_INCREMENTAL"] = "1"
    core = Core()
    wanted = [mutant for mutant in core.mutants if re.search(pattern, mutant.name)]
    files = {kind: open(f"{kind}.txt", "w") for kind in ["caught", "missed", "timeout", "unviable"]}
    counts = Counter()

    def note(mutant, kind):
        print(mutant.name, file=files[kind], flush=True)
        counts[kind] += 1

    together = [mutant for mutant in wanted if not mutant.alone]
    viable, built = core.build(together)
    if outcome(built, 0) != "missed":
        sys.exit("the tests fail without a mutant")
    for mutant in set(together) - set(viable):
        note(mutant, "unviable")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for mutant, kind in zip(viable, pool.map(lambda mutant: outcome(built, mutant.number), viable)):
            note(mutant, kind)
    for mutant in wanted:
        if mutant.alone:
            built = core.build_alone(mutant)
            note(mutant, outcome(built, 0) if built else "unviable")
    print(dict(counts))


if __name__ == "__main__":
    main(*sys.argv[1:])
