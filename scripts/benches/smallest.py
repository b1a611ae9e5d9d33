"""Runs each benchmark in its smallest form, and checks only that it ends and prints its figures, each with a number. The arguments
are names of benchmarks, or none for all."""

import glob
import os
import re
import subprocess
import sys
import time

from harness import end

FOLDER = os.path.dirname(os.path.abspath(__file__))
SMALLEST = {"ROUNDS": 1, "SECONDS": 1, "PEOPLE": 100, "VIEWERS": 3, "TAPS": 3, "RATE": 5000}
# Benchmarks that need another number.
OTHER = {"map": {"PEOPLE": 500}, "derive": {"PEOPLE": 20}, "export": {"PEOPLE": 20}, "hours": {"PEOPLE": 20},
         "pages": {"PEOPLE": 20}}

# The figures of each benchmark.
FIGURES = {
    "allocations": "tap_allocations plaintext_allocations",
    "derive": "derive_of_copy derive_of_copy_without_places derive_peak",
    "export": "export_events_of_copy export_events_of_copy_of_the_table export_daily_of_copy export_daily_of_copy_of_the_table "
              "export_xlsx_of_xlsxwriter export_peak",
    "hours": "hours_of_daily_rows hours_peak hours_command_peak",
    "live": "live_p50 live_p99 live_missing",
    "map": "map_frames map_longest_frame map_frames_over_50_ms map_longest_task map_frames_of_rest map_last_viewer_p50 "
           "map_last_viewer_worst map_memory_per_viewer map_first_contentful_paint map_longest_interaction "
           "tap_first_contentful_paint tap_longest_interaction map_transferred",
    "nfc": "nfc_read_ntag213_above_minimum nfc_read_slix_above_minimum nfc_read_st25dv04k_above_minimum "
           "nfc_read_st25dv64k_above_minimum nfc_read_type4 nfc_taken_p50 nfc_taken_p99 nfc_signed_tap_server_cpu_of_plain "
           "nfc_signed_tap_cpu_of_plain",
    "pages": "page_month page_month_first page_last_month page_last_month_first page_charts page_charts_first page_held_taps "
             "page_held_taps_first page_person page_person_first page_calendar_of_person page_calendar_of_person_first "
             "page_month_with_schedules_first page_month_with_schedules_of_without page_last_month_with_schedules_first "
             "page_last_month_with_schedules_of_without",
    "tap": "tap_64_of_minimal tap_two_servers_of_one tap_64_of_plain_keys tap_watched_of_tap_64 tap_watched_server_cpu_of_tap_64 "
           "tap_list_100 tap_late_postgres_cpu_of_on_time tap_64_server_cpu_of_plaintext plaintext_cpu_of_bare_hummingbird "
           "not_found_cpu_of_plaintext tap_64_postgres_cpu_of_minimal tap_64_p50 tap_64_p99 tap_64_p99_of_p50 tap_8_of_minimal "
           "tap_8_cpu_of_tap_64 tap_8_p50 tap_8_p99 tap_1_of_minimal tap_1_cpu_of_tap_64 tap_1_p50 tap_1_p99 "
           "tap_64_slow_disk_of_minimal tap_allocations plaintext_allocations tap_refused tap_acknowledged_not_stored tap_doubled",
    "tls": "tls_connections_of_nginx tls_cpu_of_nginx",
}


def output(name):
    """Runs a benchmark. Returns its exit status and its output."""
    sizes = {f"BENCH_{what}": str(number) for what, number in {**SMALLEST, **OTHER.get(name, {})}.items()}
    process = subprocess.Popen([sys.executable, os.path.join(FOLDER, f"{name}.py")], env={**os.environ, **sizes}, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        text, _ = process.communicate()
        return process.returncode, text
    finally:
        end(process, 120)


def missing(name, text):
    """The figures that the output does not have."""
    return set(FIGURES[name].split()).difference(re.findall(r"^figure: (\w+) = -?\d", text, re.M))


def main(names):
    failed = []
    for name in names:
        begin = time.monotonic()
        status, text = output(name)
        absent = missing(name, text)
        if status or absent:
            failed.append(name)
            print(f"{text}  {name} ended with {status}, without the figures: {' '.join(sorted(absent)) or 'none'}", flush=True)
        print(f"  {name}: {len(FIGURES[name].split()) - len(absent)} figures in {time.monotonic() - begin:.0f} s", flush=True)
    return f"bench: {', '.join(failed)} failed" if failed else 0


def benchmarks():
    """The names of all benchmarks, as in `scripts/bench`."""
    for path in sorted(glob.glob(f"{FOLDER}/*.py")):
        with open(path, encoding="utf-8") as file:
            if re.search(r"^ *main\(\)$", file.read(), re.M):
                yield os.path.basename(path).removesuffix(".py")


if __name__ == "__main__":
    unknown = set(benchmarks()) ^ FIGURES.keys()
    if unknown:
        sys.exit(f"bench: scripts/benches/smallest.py does not have the figures of these benchmarks, or has too many: {unknown}")
    sys.exit(main(sys.argv[1:] or list(FIGURES)))
