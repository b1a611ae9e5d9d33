# The release build of the programs, with its progress. To be sourced after common.sh.
# shellcheck shell=bash

# build_programs FOLDER PROGRAM… [-- OPTION…]: builds in this scratch folder, with these options of 'swift build'. The log is
# FOLDER/build.log. A program whose sources did not change is not built again.
build_programs() {
    local folder=$1 programs=() program log=$1/build.log
    shift
    while [ $# -gt 0 ] && [ "$1" != -- ]; do programs+=("$1"); shift; done
    [ $# = 0 ] || shift
    mkdir -p "$folder"
    if [ -e "$folder/stamp" ] && [ "$(cat "$folder/stamp")" = "${programs[*]} $*" ] &&
        [ -z "$(find "$checkout"/{Package.swift,Sources,Tests/Support} -newer "$folder/stamp" -print -quit)" ]; then return; fi
    say "Building DeskTap. The first build takes 5 to 10 minutes on two cores."
    : >"$log"
    # A source that changes during the build is newer than this.
    printf '%s' "${programs[*]} $*" >"$folder/stamp.$$"
    for program in "${programs[@]}"; do
        show_progress "$log" swift build --package-path "$checkout" --scratch-path "$folder" --product "$program" "$@" || {
            grep -E 'error:|No space' "$log" | head -n 5 >&2
            fail "the build failed: see $log."
        }
    done
    mv "$folder/stamp.$$" "$folder/stamp"
}

# show_progress LOG COMMAND…: runs the command with its output in the log, and shows the latest step: on a terminal each second in
# one line, else each half a minute.
show_progress() {
    local log=$1 begin=$SECONDS shown=$SECONDS status=0 step build
    shift
    "$@" >>"$log" 2>&1 &
    build=$!
    while kill -0 "$build" 2>/dev/null; do
        sleep 1
        # SwiftPM prints "[12/345] Compiling Module File.swift".
        step=$(tail -n 1 "$log" | sed -nE 's,^\[([0-9]+)/([0-9]+)\] ([A-Z][a-z]+ [A-Za-z0-9_-]+).*,step \1 of \2: \3,p')
        [ -n "$step" ] || continue
        if [ -t 1 ]; then
            printf '\r\033[K  %d:%02d  %s' $(((SECONDS - begin) / 60)) $(((SECONDS - begin) % 60)) "$step"
        elif [ $((SECONDS - shown)) -ge 30 ]; then
            shown=$SECONDS
            printf '  %d:%02d  %s\n' $(((SECONDS - begin) / 60)) $(((SECONDS - begin) % 60)) "$step"
        fi
    done
    if [ -t 1 ]; then printf '\r\033[K'; fi
    wait "$build" || status=$?
    return $status
}
