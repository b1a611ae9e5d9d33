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

build_packages=(libpq-dev libpcsclite-dev libsqlite3-dev libxlsxwriter-dev pkg-config)
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
