# The virtual NFC reader of the demo, read by a real desktap-reader through a pcscd of its own. Sourced by scripts/run.
# shellcheck shell=bash

[ -d /run/pcscd ] || as_root mkdir -p /run/pcscd
reader_port=$(free_port)
export PCSCLITE_CSOCK_NAME=$sockets/pcsc/pcscd.comm
start pcscd "$programs/virtual-reader" pcscd --folder "$sockets/pcsc" --vpcd-port "$reader_port"
start virtual-reader "$programs/virtual-reader" serve --vpcd-port "$reader_port" --socket "$sockets/reader"

# The reader's key is shown once, so it is kept where only we can read it.
if [ ! -s "$data/reader.key" ] || ! desktap reader list | grep -qx $'demo reader\tin use'; then
    (umask 077; desktap reader add "demo reader" >"$data/reader.key") ||
        fail "the demo's reader could not be registered; $data/reader.key may belong to another database."
fi
start reader "$programs/desktap-reader" run --server "$DESKTAP_PUBLIC_URL" --user ada --key-file "$data/reader.key" \
    --queue "$data/reader"

cat >"$data/run.env" <<END
VIRTUAL_READER=$sockets/reader
PUBLIC_URL=$DESKTAP_PUBLIC_URL
END
