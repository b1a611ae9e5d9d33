"""Checks that the folders of a module stand on floors: a file uses only what its own folder and the floors below it declare.

It counts the names of types, also nested ones, and the names of members that a folder adds to types of others.
'floors.py MODULE FOLDER' prints what the folder uses of others.
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2] / "Sources"

# From the ground up. Folders of one floor do not use each other. "." is the module's own folder.
FLOORS = {
    "Shared/Attendance": """
        Names · Text
        Time
        Offices · Tags
        Taps
        Presence
        Record
    """,
    "Shared/Hours": """
        Facts
        Terms
        Days
        Accounts · Closing · Warnings
        Lists · Retention
    """,
    "Server/AttendanceWeb": """
        Errors
        Access
        Frame · Words
        Forms · Help
        Export · Ledger · Presence · SignIn
        Reminders
        Badges · Displays · Offices · Readers · Retention · Tags
        People
        Corrections · Import · Search
        Floors · Hours · Taps
        Audit · Operation · Record
        Admin · HR
        Routing
    """,
    "Reader/NFCTag": """
        Commands · NDEF
        Memory · SecureChannel
        Access
        Reading
        Writing
    """,
    "Server/AttendanceStore": """
        Database · Secrets
        Changes · Schema
        Hours
        Displays · Offices · People
        Audit · Readers · SignIn · Tags
        Record
        Balances · Ledger
        Presence
        Taps
        Badges · Corrections
        Reminders
        Export · Retention
        Import
        Floors
        .
        Access · Operation
        Intake
    """,
    "Server/desktap": """
        Derive · Program
        Doctor · Readers · Record · Setup
        Offices · People · Server
        Tags
        .
    """,
    "Reader/ReaderAgent": """
        Tags · Time
        Cards · Server
        Queue · Writing
        Feedback
        Sending · Taps
    """,
    "Reader/desktap-reader": """
        Settings
        Agent · Tags
        .
    """,
}

TOKEN = re.compile(
    r"""(?P<skip>\s+|//[^\n]*|\#/.*?/\#|/(?=[^\s*])(?:\\.|\[(?:\\.|[^]\n])*]|[^/\\\n])+/)  # regular expressions are skipped too
    |(?P<comment>/\*)|(?P<text>\#*\"{3}|\#*")|`?(?P<word>[A-Za-z_]\w*)`?|(?P<sign>.)""",
    re.DOTALL | re.VERBOSE,
)
TYPES = {"struct", "class", "enum", "protocol", "actor", "typealias"}
MEMBERS = {"func", "var", "let", "case"}


def tokens(code):
    """The words and signs of Swift code, without comments and texts. Code in a text, \\(…), is kept."""
    found, at = [], 0
    # Per text whose code is being read: the number of open parentheses in the code, and the text's delimiter.
    inside = []

    def end_of_text(at, delimiter):
        hashes = "#" * delimiter.count("#")
        while not code.startswith(delimiter.strip("#") + hashes, at):
            if code.startswith(f"\\{hashes}(", at):
                inside.append([0, delimiter])
                return at + len(hashes) + 2
            at += 2 if not hashes and code[at] == "\\" else 1
        return at + len(delimiter)

    while at < len(code):
        match = TOKEN.match(code, at)
        at = match.end()
        if match["comment"]:
            depth = 1
            while depth:
                mark = re.compile(r"/\*|\*/").search(code, at)
                at, depth = mark.end(), depth + (1 if mark[0] == "/*" else -1)
        elif match["text"]:
            at = end_of_text(at, match["text"])
        elif match["sign"] == ")" and inside and not inside[-1][0]:
            at = end_of_text(at, inside.pop()[1])
        elif match["sign"]:
            if inside:
                inside[-1][0] += {"(": 1, ")": -1}.get(match["sign"], 0)
            found.append(match["sign"])
        elif match["word"]:
            found.append(match["word"])
    return found


class File:
    """What a source file declares and uses."""

    def __init__(self, path, module):
        self.name = path.name
        parts = path.relative_to(module).parts
        self.folder = parts[0] if len(parts) > 1 else "."
        # The full names of types, such as "Outer.Inner".
        self.types = set()
        # Members added to types: pairs of the type and the member.
        self.added = set()
        # Other names: of properties, functions, parameters and variables.
        self.others = set()
        # Pairs of the type in whose body names stand, and these names, joined by dots.
        self.uses = set()
        self._read(tokens(path.read_text()))

    def _read(self, words):
        words += ["", ""]
        # Per open brace: the type whose body it begins, or "", and whether that is an extension.
        bodies, body = [], ("", False)
        at = 0
        while at < len(words) - 2:
            word, next_one, before = words[at], words[at + 1], words[at - 1] if at else ""
            scope = ".".join(name for name, _ in bodies if name)
            at += 1
            if word == "{":
                bodies.append(body)
                body = ("", False)
            elif word == "}":
                bodies.pop()
            elif word in TYPES and before != "." and next_one[:1].isupper():
                self.types.add(f"{scope}.{next_one}".strip("."))
                body = (next_one, False) if word != "typealias" else body
                at += 1
            elif word in MEMBERS and before != "." and re.match(r"\w", next_one):
                if bodies and bodies[-1][1]:
                    self.added.add((bodies[-1][0], next_one))
                else:
                    self.others.add(next_one)
                at += 1
            elif word[0].isupper() and before != ".":
                while words[at] == "." and words[at + 1][:1].isalpha():
                    word += "." + words[at + 1]
                    at += 2
                self.uses.add((scope, word))
                if before == "extension":
                    body = (word, True)
            elif word[0].islower() and next_one == ":":
                self.others.add(word)
            elif word[0].islower():
                self.uses.add(("", word))


def uses(module):
    """By pairs of folders: what the first uses of the second, as pairs of a file and a name."""
    files = [File(path, module) for path in sorted(module.rglob("*.swift"))]
    homes, adders, others = defaultdict(set), defaultdict(set), set().union(*(file.others for file in files))
    for file in files:
        for name in file.types:
            homes[name].add(file.folder)
    for file in files:
        for type, name in file.added:
            adders[name].add("" if file.folder in homes[type] else file.folder)

    def declared(scope, chain):
        """The folders that declare names of a chain."""
        names = chain.split(".")
        if names[0][0].islower():
            # A member's name says where it is declared only if nothing else has the name.
            return adders[chain] if chain not in others and len(adders[chain]) == 1 else ()
        outer = scope.split(".") if scope else []
        inner = next((outer[:n] for n in range(len(outer), -1, -1) if homes.get(".".join(outer[:n] + names[:1]))), None)
        if inner is None:
            return ()
        full = [".".join(inner + names[: n + 1]) for n in range(len(names))]
        return set().union(*(homes[name] for name in full if len(homes.get(name, ())) == 1))

    found = defaultdict(set)
    for file in files:
        for scope, chain in file.uses:
            for home in declared(scope, chain):
                if home not in ("", file.folder):
                    found[file.folder, home].add((file.name, chain))
    return {file.folder for file in files}, found


def main(only="", folder=""):
    faults = []
    for name, text in FLOORS.items():
        if only not in ("", name):
            continue
        floors = [line.split(" · ") for line in text.split("\n") if line.strip()]
        level = {folder.strip(): number for number, floor in enumerate(floors) for folder in floor}
        folders, found = uses(SOURCES / name)
        if folder:
            for (_, home), names in sorted(pair for pair in found.items() if pair[0][0] == folder):
                print(f"{home}: " + ", ".join(sorted({f"{chain} ({file})" for file, chain in names})))
        faults += [f"{name}/{folder} has no floor in scripts/lib/floors.py." for folder in sorted(folders - level.keys())]
        faults += [f"{name}/{folder} of scripts/lib/floors.py does not exist." for folder in sorted(level.keys() - folders)]
        for (user, home), names in sorted(found.items()):
            if level.get(user, 0) <= level.get(home, 0):
                faults += [f"{name}/{user} uses {chain} of {home}, which is not below it: {file}" for file, chain in sorted(names)]
    sys.exit("\n".join(faults) or None)


if __name__ == "__main__":
    main(*sys.argv[1:])
