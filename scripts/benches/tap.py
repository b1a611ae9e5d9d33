"""durable taps compared to pgbench with a minimal tap: rates, CPU per tap, percentiles. 'scripts/bench tap 64 late' runs a part"""

import sys

import allocations
from harness import figure, median, postgres, size
from tap_load import Check, add_history, add_readers
from tap_round import Round

ROUNDS = size("ROUNDS", 3)

# Name, value of a round, unit and goal. CPU time is per tap or request, and at 64 connections if the name has no number.
FIGURES = [
    ("tap_64_of_minimal", lambda round: round.taps(64)["rate"] / round.minimal(64)["rate"], "×", "≥ 0.8"),
    ("tap_two_servers_of_one", lambda round: round.two_servers()["rate"] / round.taps(64)["rate"], "×", "≥ 0.8"),
    ("tap_64_of_plain_keys", lambda round: round.access_checks()["rate"] / round.taps(64)["rate"], "×", "≥ 0.9"),
    ("tap_watched_of_tap_64", lambda round: round.watched()["rate"] / round.taps(64)["rate"], "×", "≥ 0.99"),
    ("tap_watched_server_cpu_of_tap_64",
     lambda round: round.watched()["server_cpu"] / round.taps(64)["server_cpu"], "×", "≤ 1.01"),
    ("tap_list_100", lambda round: round.lists()["rate"] / round.taps(64)["rate"], "×", "≥ 2"),
    ("tap_late_postgres_cpu_of_on_time",
     lambda round: round.late()["postgres_cpu"] / round.taps(64)["postgres_cpu"], "×", "≤ 3"),
    ("tap_64_server_cpu_of_plaintext", lambda round: round.taps(64)["server_cpu"] / round.plaintext()["desktap"], "×", "≤ 2"),
    ("plaintext_cpu_of_bare_hummingbird", lambda round: round.plaintext()["desktap"] / round.plaintext()["bare"], "×", "≤ 1.3"),
    ("not_found_cpu_of_plaintext", lambda round: round.not_found()["unknown"] / round.not_found()["found"], "×", "≤ 1"),
    ("tap_64_postgres_cpu_of_minimal",
     lambda round: round.taps(64)["postgres_cpu"] / round.minimal(64)["postgres_cpu"], "×", "≤ 0.5"),
    ("tap_64_p50", lambda round: round.taps(64)["p50"], "ms", None),
    ("tap_64_p99", lambda round: round.taps(64)["p99"], "ms", None),
    ("tap_64_p99_of_p50", lambda round: round.taps(64)["p99"] / round.taps(64)["p50"], "×", "≤ 3"),
    ("tap_8_of_minimal", lambda round: round.taps(8)["rate"] / round.minimal(8)["rate"], "×", "≥ 0.6"),
    ("tap_8_cpu_of_tap_64", lambda round: round.taps(8)["cpu"] / round.taps(64)["cpu"], "×", "≤ 1.4"),
    ("tap_8_p50", lambda round: round.taps(8)["p50"], "ms", None),
    ("tap_8_p99", lambda round: round.taps(8)["p99"], "ms", None),
    ("tap_1_of_minimal", lambda round: round.taps(1)["rate"] / round.minimal(1)["rate"], "×", "≥ 0.4"),
    ("tap_1_cpu_of_tap_64", lambda round: round.taps(1)["cpu"] / round.taps(64)["cpu"], "×", "≤ 2.5"),
    ("tap_1_p50", lambda round: round.taps(1)["p50"], "ms", None),
    ("tap_1_p99", lambda round: round.taps(1)["p99"], "ms", None),
]

# On a disk whose fdatasync takes 4 ms.
SLOW_DISK_FIGURES = [
    ("tap_64_slow_disk_of_minimal", lambda round: round.taps(64)["rate"] / round.minimal(64)["rate"], "×", "≥ 2"),
]


def is_chosen(name, words):
    """Whether the name has one of the words, a number before `of`. All figures are chosen without words."""
    subject = name.partition("_of_")[0]
    return not words or any(word in (subject if word.isdigit() else name).split("_") for word in words)


def run(figures, words, check, slow_disk=False):
    """Returns name, median, unit and goal of the chosen figures."""
    figures = [one for one in figures if is_chosen(one[0], words)]
    if not figures:
        return []
    with postgres(slow_disk) as database:
        keys = add_readers(database)
        add_history(database, keys)
        database.keep_as_template()
        values = []
        for number in range(ROUNDS):
            print(f" round {number + 1}{', a disk whose fdatasync takes 4 ms' if slow_disk else ''}:", flush=True)
            round = Round(database, keys, check)
            # Every second round runs in reverse, so that no run always follows the same one.
            order = figures if number % 2 == 0 else figures[::-1]
            measured = {name: value(round) for name, value, _, _ in order}
            values.append([measured[name] for name, _, _, _ in figures])
    return [(name, median(column), unit, goal)
            for (name, _, unit, goal), column in zip(figures, zip(*values))]


def main():
    words, check = set(sys.argv[1:]), Check()
    figures = run(FIGURES, words, check) + run(SLOW_DISK_FIGURES, words, check, slow_disk=True)
    if is_chosen("allocations", words):
        figures += allocations.figures()
    if not figures:
        raise SystemExit(f"bench: no figure has one of these words in its name: {' '.join(words)}")
    for name, value, unit, goal in figures:
        figure(name, value, unit, goal)
    figure("tap_refused", check.refused, "", "= 0")
    figure("tap_acknowledged_not_stored", check.lost, "", "= 0")
    figure("tap_doubled", check.doubled, "", "= 0")


main()
