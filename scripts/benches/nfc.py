"""commands of all operations on all tags and readers, compared to the minimum, the time from a tag's arrival to 'taken', and taps at tags that sign"""

import json
import math
import os
import socket
import statistics
import subprocess
import tempfile
import threading
import time

import signed_taps
from harness import end, figure, program, size, wait_until

TAPS = size("TAPS", 40)
OPERATIONS = ["identify", "read", "write", "unchanged", "format", "provision"]

# Bytes before the message's TLV that have to be read: UID and capability container.
TLV = {"ultralight": 16, "ntag213": 21, "ntag215": 16, "ntag216": 16, "slix": 4, "slix2": 4, "st25dv04k": 4, "st25dv64k": 8}
# Bytes of the message with an address of 60 bytes (46 on an Ultralight), and of a certificate.
ADDRESS, SHORT_ADDRESS, CERTIFICATE = 57, 43, 83
# Bytes in one answer of READ BINARY; a small reader sends 16. Frames need some bytes of a short answer themselves.
LE = {"full": 256, "without-frames": 256, "sony": 256, "small": 16, "frames-only": 224}


def minimum(tag, profile, operation, writes):
    """The minimum number of commands: the UID, and reads of at most Le bytes; for each write the UID again if the command does
    not contain it; reading back before the length is written; and writing the length."""
    if operation == "identify":
        return 1
    if tag in ("type4", "ntag424"):     # the UID, three files to select, the container, length and message at once
        read, write = (59, 52) if tag == "type4" else (255, 255)
        pieces = math.ceil((2 + ADDRESS + CERTIFICATE) / read)
        return {"read": 6, "unchanged": 6, "format": 6, "write": 6 + 2 * 3 + 2,
                "provision": 6 + 2 * (2 + math.ceil((CERTIFICATE + 1) / write)) + pieces + 1}[operation]
    if tag == "felica":     # one block per command on a selected service, or four with frames
        return {"sony": 3 + math.ceil(ADDRESS / 16), "full": 6, "frames-only": 6}.get(profile, 1)
    frames, type5 = profile == "frames-only", tag in ("slix", "slix2", "st25dv04k", "st25dv64k")
    most = 16 if frames and tag == "ultralight" else LE[profile]
    message = SHORT_ADDRESS if tag == "ultralight" else ADDRESS
    reads = math.ceil((TLV[tag] + 2 + message) / most)
    session = 3 if frames else 0
    if operation == "read":
        return int(type5) + session + reads
    if operation == "unchanged":    # the UID is read first
        return 1 + session + reads
    if operation == "format":       # the factory content is read, and what is written is read back
        return 1 + session + 1 + writes * (1 if type5 and frames else 2) + (1 if writes else 0)
    back = math.ceil((message + (CERTIFICATE if operation == "provision" else 0)) / most)
    return 1 + session + reads + writes * (1 if type5 and frames else 2) + (back if operation == "provision" else 1) + 1


def table():
    """Prints commands / minimum for a reader with known capabilities. + is the extra cost of its first tag."""
    lines = subprocess.run([program("virtual-reader"), "count"], check=True, capture_output=True, text=True).stdout
    rows, excess = {}, {}
    for line in map(json.loads, lines.splitlines()):
        tag, profile, operation = line["tag"], line["profile"], line["operation"]
        if "error" in line:
            cell = "too small"
        else:
            fewest = minimum(tag, profile, operation, line["writes"])
            more = line["first"] - line["known"]
            cell = f"{line['known']}/{fewest}" + (f" +{more}" if more else "")
            if operation == "read":
                excess[tag] = max(excess.get(tag, 0), line["known"] - fewest)
        rows.setdefault((tag, profile), {})[operation] = cell
    print("  commands / minimum, with known reader capabilities; +: extra commands for the first tag")
    print("  " + f"{'tag':11}{'reader':16}" + "".join(f"{name:12}" for name in OPERATIONS))
    for (tag, profile), cells in rows.items():
        print("  " + f"{tag:11}{profile:16}" + "".join(f"{cells.get(name, '–'):12}" for name in OPERATIONS))
    for tag in ("ntag213", "slix", "st25dv04k", "st25dv64k"):
        figure(f"nfc_read_{tag}_above_minimum", excess[tag], "commands", "≤ 1")
    figure("nfc_read_type4", 6 + excess["type4"], "commands", "≤ 6")


def lines_of(process, found):
    """Calls `found` with each line of a process and its monotonic arrival time."""
    def read():
        for line in process.stdout:
            found(time.monotonic_ns(), line)
    threading.Thread(target=read, daemon=True).start()


def free_ports():
    """The first of two consecutive free ports."""
    for port in range(20_000 + os.getpid() % 5_000, 32_000, 2):
        try:
            for number in (port, port + 1):
                with socket.socket() as probe:
                    probe.bind(("127.0.0.1", number))
            return port
        except OSError:
            continue
    raise SystemExit("bench: no free ports")


def measure_taps():
    """Milliseconds from power-on of the tag by the driver, before pcscd reports it, to 'taken' in desktap-reader's output, when
    the tap is on disk. Also the milliseconds to the end of the last command."""
    powered, commands, ends, told = {}, {}, {}, threading.Event()
    with tempfile.TemporaryDirectory(prefix="bench-nfc-") as folder:
        port = free_ports()
        environment = {**os.environ, "PCSCLITE_CSOCK_NAME": f"{folder}/pcscd.comm", "DESKTAP_READER_KEY": "bench"}
        running = []

        def start(*arguments):
            running.append(subprocess.Popen(
                [program(arguments[0]), *arguments[1:]], env=environment, text=True, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL))
            return running[-1]

        def traced(now, line):
            clock, _, message = line.partition(" ")
            if message.strip() == "01":
                powered["at"] = int(clock)
                commands["count"] = 0
            elif len(message) > 4:
                commands["count"] = commands.get("count", 0) + 1
                ends["last"] = now

        def reported(now, line):
            if "aken" in line:
                ends["taken"] = now
                told.set()

        try:
            start("virtual-reader", "pcscd", "--folder", folder, "--vpcd-port", str(port))
            wait_until("pcscd listens", lambda: os.path.exists(f"{folder}/pcscd.comm"))
            agent = start("desktap-reader", "run", "--server", "http://127.0.0.1:1", "--user", "ada",
                          "--queue", f"{folder}/queue", "--tag-hosts", "desk.example.com")
            lines_of(agent, reported)
            hand = start("virtual-reader", "serve", "--vpcd-port", str(port), "--socket", f"{folder}/hand", "--trace")
            lines_of(hand, traced)

            def is_taken(desk, seconds=60):
                told.clear()
                powered.clear()
                address = f"https://desk.example.com/t?event=start&desk=6F-A{desk}&office=ber"
                tap = subprocess.run([program("virtual-reader"), "tap", "--socket", f"{folder}/hand", address], capture_output=True)
                return tap.returncode == 0 and told.wait(seconds) and wait_until("the trace is read", lambda: "at" in powered)

            # Not before pcscd and the reader's program have found the reader.
            wait_until("the first tag is taken", lambda: is_taken("0", 5))
            latencies, bare = [], []
            for number in range(1, TAPS + 1):
                if not is_taken(number):
                    raise SystemExit("bench: a tag was not taken")
                latencies.append((ends["taken"] - powered["at"]) / 1e6)
                bare.append((ends["last"] - powered["at"]) / 1e6)
        finally:
            for process in reversed(running):
                end(process)
    return latencies, bare


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, math.ceil(share * len(values)) - 1)]


def main():
    table()
    times, bare = measure_taps()
    print(f"  {TAPS} taps: the last command answered after {statistics.median(bare):.2f} ms (median)", flush=True)
    figure("nfc_taken_p50", percentile(times, 0.5), "ms", "≤ 30")
    figure("nfc_taken_p99", percentile(times, 0.99), "ms", "≤ 30")
    signed_taps.print_figures()


main()
