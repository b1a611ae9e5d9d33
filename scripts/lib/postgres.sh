# Functions for a private PostgreSQL on a Unix socket, durable and never as root. To be sourced.
# shellcheck shell=bash

postgres_programs() {
    local folder
    folder=$(find /usr/lib/postgresql -mindepth 2 -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -n 1)
    [ -x "$folder/postgres" ] || fail "there are no PostgreSQL programs in /usr/lib/postgresql."
    echo "$folder"
}

# PostgreSQL refuses to run as root. Root runs it as the Debian package's user postgres.
as_owner() {
    if [ "$(id -u)" = 0 ]; then
        setpriv --reuid=postgres --regid=postgres --init-groups env -u HOME "$@"
    else
        "$@"
    fi
}

# cluster_create FOLDER SETTING…: FOLDER must exist and belong to the user of as_owner.
cluster_create() {
    local folder=$1 setting; shift
    as_owner "$(postgres_programs)/initdb" -D "$folder" -A trust -U postgres -E UTF8 --locale=C.UTF-8 --data-checksums \
        --no-instructions >"$folder.log" 2>&1 || return 1
    for setting in "listen_addresses = ''" "unix_socket_permissions = 0700" "$@"; do echo "$setting"; done \
        >>"$folder/postgresql.conf"
}

# cluster_start FOLDER SOCKETS: SOCKETS is a separate folder, because the path of a socket must be short.
cluster_start() {
    as_owner "$(postgres_programs)/pg_ctl" -D "$1" -l "$1/server.log" -w -t 60 -s \
        -o "-c unix_socket_directories='$2'" start >/dev/null 2>&1
}

cluster_is_running() { as_owner "$(postgres_programs)/pg_ctl" -D "$1" status >/dev/null 2>&1; }

cluster_stop() { as_owner "$(postgres_programs)/pg_ctl" -D "$1" -w -t 60 -s -m fast stop >/dev/null 2>&1; }

# owned_folder PATH: creates a folder that only the user of as_owner can access.
owned_folder() {
    mkdir -p "$1" && chmod 700 "$1" || return 1
    if [ "$(id -u)" = 0 ]; then chown postgres: "$1"; fi
}

# socket_folder [PARENT]: creates a folder with a short path for sockets and prints it. The parent is /tmp by default.
socket_folder() {
    local folder
    folder=$(mktemp -d "${1:-/tmp}/desktap.XXXXXX") && owned_folder "$folder" && echo "$folder"
}
