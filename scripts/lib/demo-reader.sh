# The demo's virtual NFC reader, with a pcscd of its own and desktap-reader. Sourced by scripts/run.
# shellcheck shell=bash

[ -d /run/pcscd ] || as_root mkdir -p /run/pcscd
reader_port=$(free_port) person=ada
export PCSCLITE_CSOCK_NAME=$sockets/pcsc/pcscd.comm
start pcscd "$programs/virtual-reader" pcscd --folder "$sockets/pcsc" --vpcd-port "$reader_port"
start virtual-reader "$programs/virtual-reader" serve --vpcd-port "$reader_port" --socket "$sockets/reader"

# A new key at each start: the key of an earlier start may be incomplete or of another database.
desktap reader add "demo reader" --replace >"$data/reader.key" || fail "the demo reader could not be added."
start reader "$programs/desktap-reader" run --server "$DESKTAP_PUBLIC_URL" --user "$person" --key-file "$data/reader.key" \
    --queue "$data/reader"

printf '%s=%q\n' PERSON "$person" VIRTUAL_READER "$sockets/reader" PUBLIC_URL "$DESKTAP_PUBLIC_URL" PROGRAMS "$programs" >"$data/run.env"
