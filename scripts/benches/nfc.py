"""commands of every operation on every tag and reader against the fewest there can be, and from a tag's coming to 'taken'"""

import json
import math
import os
import socket
import statistics
import subprocess
import tempfile
import threading
import time

from harness import CHECKOUT, figure

PROGRAMS = os.path.join(CHECKOUT, ".build/release")
TAPS = int(os.environ.get("BENCH_TAPS", "40"))
OPERATIONS = ["identify", "read", "write", "unchanged", "format", "provision"]

# Where the message's TLV begins, and how many bytes of the memory before it have to be read: UID and capability container.
TLV = {"ultralight": 16, "ntag213": 21, "ntag215": 16, "ntag216": 16, "slix": 4, "slix2": 4, "st25dv04k": 4, "st25dv64k": 8}
# Bytes of the message with an address of 60 bytes, of 46 on an Ultralight; those of a certificate.
ADDRESS, SHORT_ADDRESS, CERTIFICATE = 57, 43, 83
# Bytes in one answer: READ BINARY, 16 by a small reader; frames share a short answer with what is around them.
LE = {"full": 256, "without-frames": 256, "sony": 256, "small": 16, "frames-only": 224}


def minimum(tag, profile, operation, writes):
    """The fewest commands: what must be read, at most Le a time, with the UID; then each write behind a look at the UID
    where the command has no place for it, and what was written read back before it gets its length, and the length."""
    if operation == "identify":
        return 1
    if tag == "type4":      # the UID, three files to select, the container, length and message at once
        pieces = math.ceil((2 + ADDRESS + CERTIFICATE) / 59)
        return {"read": 6, "unchanged": 6, "format": 6, "write": 6 + 2 * 3 + 2,
                "provision": 6 + 2 * (2 + math.ceil((CERTIFICATE + 1) / 52)) + pieces + 1}[operation]
    if tag == "felica":     # a block a command on a selected service, or four by frames
        return {"sony": 3 + math.ceil(ADDRESS / 16), "full": 6, "frames-only": 6}.get(profile, 1)
    frames, type5 = profile == "frames-only", tag in ("slix", "slix2", "st25dv04k", "st25dv64k")
    most = 16 if frames and tag == "ultralight" else LE[profile]
    message = SHORT_ADDRESS if tag == "ultralight" else ADDRESS
    reads = math.ceil((TLV[tag] + 2 + message) / most)
    session = 3 if frames else 0
    if operation == "read":
        return int(type5) + session + reads
    if operation == "unchanged":    # the UID is asked for first
        return 1 + session + reads
    if operation == "format":       # what a factory leaves is looked at; what is written, read back
        return 1 + session + 1 + writes * (1 if type5 and frames else 2) + (1 if writes else 0)
    back = math.ceil((message + (CERTIFICATE if operation == "provision" else 0)) / most)
    return 1 + session + reads + writes * (1 if type5 and frames else 2) + (back if operation == "provision" else 1) + 1


def table():
    """Prints commands / minimum for a reader that has read a tag before; + says what its first tag costs more."""
    lines = subprocess.run([f"{PROGRAMS}/virtual-reader", "count"], check=True, capture_output=True, text=True).stdout
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
    print("  commands / the fewest there can be, once the reader is known; +: more for its first tag")
    print("  " + f"{'tag':11}{'reader':16}" + "".join(f"{name:12}" for name in OPERATIONS))
    for (tag, profile), cells in rows.items():
        print("  " + f"{tag:11}{profile:16}" + "".join(f"{cells.get(name, '–'):12}" for name in OPERATIONS))
    for tag in ("ntag213", "slix", "st25dv04k", "st25dv64k"):
        figure(f"nfc_read_{tag}_above_minimum", excess[tag], "commands", "≤ 1")
    figure("nfc_read_type4", 6 + excess["type4"], "commands", "≤ 6")


def lines_of(process, found):
    """Hands every line of a process to `found` with the monotonic time it came at."""
    def read():
        for line in process.stdout:
            found(time.monotonic_ns(), line)
    threading.Thread(target=read, daemon=True).start()


def free_ports():
    """Two ports side by side."""
    for port in range(20_000 + os.getpid() % 5_000, 32_000, 2):
        try:
            for number in (port, port + 1):
                with socket.socket() as probe:
                    probe.bind(("127.0.0.1", number))
            return port
        except OSError:
            continue
    raise SystemExit("bench: no free ports")


def taken():
    """Milliseconds from the driver's switching the tag on, which is before pcscd tells anybody of it, to 'taken' as read
    from desktap-reader's output: when the tap is on disk. With it the time of the bare commands."""
    powered, commands, ends, told = {}, {}, {}, threading.Event()
    with tempfile.TemporaryDirectory(prefix="bench-nfc-") as folder:
        port = free_ports()
        environment = {**os.environ, "PCSCLITE_CSOCK_NAME": f"{folder}/pcscd.comm", "DESKTAP_READER_KEY": "bench"}
        running = []

        def start(*arguments):
            running.append(subprocess.Popen(
                [f"{PROGRAMS}/{arguments[0]}", *arguments[1:]], env=environment, text=True, stdout=subprocess.PIPE,
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
            while not os.path.exists(f"{folder}/pcscd.comm"):
                time.sleep(0.05)
            agent = start("desktap-reader", "run", "--server", "http://127.0.0.1:1", "--user", "ada",
                          "--queue", f"{folder}/queue", "--tag-hosts", "desk.example.com")
            lines_of(agent, reported)
            hand = start("virtual-reader", "serve", "--vpcd-port", str(port), "--socket", f"{folder}/hand", "--trace")
            lines_of(hand, traced)
            time.sleep(2)
            all_of_it, bare = [], []
            for number in range(TAPS):
                told.clear()
                address = f"https://desk.example.com/t?event=start&desk=6F-A{number}&office=ber"
                subprocess.run([f"{PROGRAMS}/virtual-reader", "tap", "--socket", f"{folder}/hand", address], check=True,
                               capture_output=True)
                if not told.wait(5):
                    raise SystemExit("bench: a tag was not taken")
                all_of_it.append((ends["taken"] - powered["at"]) / 1e6)
                bare.append((ends["last"] - powered["at"]) / 1e6)
        finally:
            for process in reversed(running):
                process.terminate()
                process.wait()
    return all_of_it, bare


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, math.ceil(share * len(values)) - 1)]


def main():
    table()
    times, bare = taken()
    print(f"  {TAPS} taps: the last command answered after {statistics.median(bare):.2f} ms (median)", flush=True)
    figure("nfc_taken_p50", percentile(times, 0.5), "ms", "≤ 30")
    figure("nfc_taken_p99", percentile(times, 0.99), "ms", "≤ 30")


main()
