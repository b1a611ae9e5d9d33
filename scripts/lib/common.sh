# Functions for the scripts in the parent folder. To be sourced.
# shellcheck shell=bash

checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

say() { printf '%s\n' "$*"; }
fail() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; exit 1; }

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

# need PACKAGE…: installs the missing ones of these Debian packages and prints their names.
need() {
    local missing=() package
    for package in "$@"; do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
    done
    [ ${#missing[@]} = 0 ] && return
    if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
        fail "these Debian packages are missing: ${missing[*]}. Ask an administrator to install them."
    fi
    say "Installing Debian packages: ${missing[*]}"
    local log; log=$(mktemp)
    if ! { install_packages "${missing[@]}" || { as_root apt-get update && install_packages "${missing[@]}"; }; } >"$log" 2>&1; then
        tail -n 5 "$log" >&2; rm -f "$log"
        fail "the packages could not be installed: see the lines above."
    fi
    rm -f "$log"
}

install_packages() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
}

# unpacked PACKAGE: prints the folder of a Debian package's files. It is not installed, so none of its services is started.
unpacked() {
    local folder=$checkout/.build-debian/$1
    if [ ! -d "$folder" ]; then
        local download; download=$(mktemp -d)
        (cd "$download" && { apt-get download "$1" || { as_root apt-get update && apt-get download "$1"; }; } >/dev/null 2>&1) ||
            fail "the Debian package $1 could not be downloaded."
        dpkg-deb -x "$download"/*.deb "$download/files"
        mkdir -p "$(dirname "$folder")" && mv "$download/files" "$folder"
        rm -rf "$download"
    fi
    printf '%s' "$folder"
}

need_swift() {
    command -v swift >/dev/null || fail "Swift 6.3 is needed, but there is no 'swift' in PATH."
}

# python_tools FOLDER PACKAGE…: installs PyPI packages in a virtual environment in FOLDER, which git ignores.
python_tools() {
    local tools=$1; shift
    [ "$(cat "$tools/ready" 2>/dev/null)" != "$*" ] || return 0
    say "Installing from PyPI into $(basename "$tools"): $*"
    python3 -m venv "$tools" && "$tools/bin/pip" install -q "$@" ||
        fail "the packages could not be installed from PyPI: see the lines above."
    printf '%s' "$*" > "$tools/ready"
}

build_packages=(libpq-dev libcurl4-openssl-dev libpcsclite-dev libsqlite3-dev libqrencode-dev libxlsxwriter-dev libexpat1-dev libzip-dev zlib1g-dev libcmark-gfm-dev libcmark-gfm-extensions-dev libxml2 pkg-config)
# What a program from a package needs.
package_libraries=(libcmark-gfm0.29.0.gfm.6 libcmark-gfm-extensions0.29.0.gfm.6 libcurl4 libexpat1 libpq5 libqrencode4 libxlsxwriter4 libzip4 zlib1g)
# Debug information takes half of a release build's time, and the index for editors a tenth of a debug build's. The last modules
# have both cores for themselves.
release_options=(-c release -debug-info-format none -Xswiftc -num-threads -Xswiftc 2)
debug_options=(-c debug -debug-info-format none --disable-index-store)
server_packages=(postgresql)
reader_packages=(pcscd vsmartcard-vpcd)

# The default of scripts/run --data.
if [ "$(id -u)" = 0 ]; then default_data=/var/lib/desktap; else default_data=${XDG_DATA_HOME:-$HOME/.local/share}/desktap; fi

# free_port: prints a TCP port on loopback without a listener.
free_port() {
    local port
    while :; do
        port=$((20000 + RANDOM % 12000))
        port_in_use "$port" || { echo "$port"; return; }
    done
}

port_in_use() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# server_listens PID LOG: waits until the server listens according to its LOG, and fails if it does not within 10 s.
server_listens() {
    for _ in $(seq 200); do
        if grep -q 'listening on' "$2" || ! kill -0 "$1" 2>/dev/null; then break; fi
        sleep 0.05
    done
    grep -q 'listening on' "$2" || fail "the server does not start: $(tail -n 1 "$2")"
}

# interruptibly COMMAND…: runs a command as the process $running. A signal interrupts no command in the foreground.
interruptibly() {
    local status=0
    "$@" &
    running=$!
    wait "$running" || status=$?
    running=
    return $status
}

# passing_signals COMMAND…: runs a command. A signal that ends this script ends the command before.
passing_signals() {
    local status=0
    trap 'trap "" HUP INT TERM; kill -TERM "${running:-}" 2>/dev/null || true; wait "${running:-}" 2>/dev/null || true; exit 143' HUP INT TERM
    interruptibly "$@" || status=$?
    trap - HUP INT TERM
    return $status
}

# stop_tree PID: stops a process and what is left of those that it started. The parent first, because it would start the next one.
stop_tree() {
    local pid
    for pid in $(tree "$1"); do stop_process "$pid" 60; done
}

# tree PID: prints the process and those that it started, directly or not.
tree() {
    local child
    printf '%s\n' "$1"
    for child in $(pgrep -P "$1" || true); do tree "$child"; done
}

# stop_process PID [SECONDS]: sends SIGTERM, and SIGKILL after ten seconds or this time.
stop_process() {
    local _
    kill -TERM "$1" 2>/dev/null || return 0
    for _ in $(seq $((${2:-10} * 10))); do
        kill -0 "$1" 2>/dev/null || return 0
        sleep 0.1
    done
    kill -KILL "$1" 2>/dev/null || true
}
