# Shared by the scripts beside this folder; sourced, never run.
# shellcheck shell=bash

checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

say() { printf '%s\n' "$*"; }
fail() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; exit 1; }

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

# need PACKAGE…: installs the Debian packages that are missing, and says which.
need() {
    local missing=() package
    for package in "$@"; do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
    done
    [ ${#missing[@]} = 0 ] && return
    if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
        fail "these Debian packages are missing: ${missing[*]}. Please have an administrator install them."
    fi
    say "Installing Debian packages: ${missing[*]}"
    local log; log=$(mktemp)
    if ! { install_packages "${missing[@]}" || { as_root apt-get update && install_packages "${missing[@]}"; }; } >"$log" 2>&1; then
        tail -n 5 "$log" >&2; rm -f "$log"
        fail "the packages could not be installed. Please look at the lines above."
    fi
    rm -f "$log"
}

install_packages() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
}

need_swift() {
    command -v swift >/dev/null || fail "Swift 6.3 is needed and no 'swift' is on the path."
}

# python_tools FOLDER PACKAGE…: has these of PyPI in a folder of their own, which git ignores; its bin/python knows them.
python_tools() {
    local tools=$1; shift
    [ "$(cat "$tools/ready" 2>/dev/null)" != "$*" ] || return 0
    say "Installing from PyPI into $(basename "$tools"): $*"
    python3 -m venv "$tools" && "$tools/bin/pip" install -q "$@" ||
        fail "the tools could not be installed from PyPI. Please look at the lines above."
    printf '%s' "$*" > "$tools/ready"
}

build_packages=(libpq-dev libpcsclite-dev libsqlite3-dev libqrencode-dev libxlsxwriter-dev zlib1g-dev libxml2 pkg-config)
server_packages=(postgresql)
reader_packages=(pcscd vsmartcard-vpcd)

# Where scripts/run keeps everything unless told otherwise.
if [ "$(id -u)" = 0 ]; then default_data=/var/lib/desktap; else default_data=${XDG_DATA_HOME:-$HOME/.local/share}/desktap; fi

# free_port: a TCP port on loopback that nobody listens on now.
free_port() {
    local port
    while :; do
        port=$((20000 + RANDOM % 12000))
        port_in_use "$port" || { echo "$port"; return; }
    done
}

port_in_use() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# server_listens ID LOG: waits until the server we started listens, as it writes into LOG; fails where it does not.
server_listens() {
    for _ in $(seq 200); do
        if grep -q 'listening on' "$2" || ! kill -0 "$1" 2>/dev/null; then break; fi
        sleep 0.05
    done
    grep -q 'listening on' "$2" || fail "the server does not start: $(tail -n 1 "$2")"
}

# stop_process ID: asks a process we started to end, and insists after ten seconds.
stop_process() {
    local _
    kill -TERM "$1" 2>/dev/null || return 0
    for _ in $(seq 100); do
        kill -0 "$1" 2>/dev/null || return 0
        sleep 0.1
    done
    kill -KILL "$1" 2>/dev/null || true
}
