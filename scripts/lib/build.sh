# Building, with its progress. To be sourced after common.sh.
# shellcheck shell=bash

# swift_build -c release|debug OPTION…: 'swift build', for which clang parses the headers of the C++ library once instead of for
# each of BoringSSL's 526 files.
swift_build() {
    local headers=$checkout/.build/cxx-$2.pch level=-O0 clang options=()
    [ "$2" = debug ] || level=-O2
    clang=("${CC:-$(dirname "$(readlink -f "$(command -v swift)")")/clang}" $level -std=c++17 -fblocks -fPIC -w)
    are_valid() {
        "${clang[@]}" -Xclang -fmodules-validate-system-headers -include-pch "$headers" -fsyntax-only -x c++ /dev/null 2>/dev/null
    }
    mkdir -p "$checkout/.build"
    # The headers of the system may have changed.
    if are_valid ||
        { "${clang[@]}" -x c++-header "$checkout/scripts/lib/cxx.hpp" -o "$headers.$$" 2>/dev/null && mv "$headers.$$" "$headers" && are_valid; }
    then options=(-Xcxx -include-pch -Xcxx "$headers"); fi
    swift build "$@" "${options[@]}"
}

# build_programs FOLDER OPTION…: builds all programs in this scratch folder, with these options of 'swift build'. The log is
# FOLDER/build.log. Nothing happens if no source changed.
build_programs() {
    local folder=$1 log=$1/build.log
    shift
    mkdir -p "$folder"
    if [ -e "$folder/stamp" ] && [ "$(cat "$folder/stamp")" = "$*" ] &&
        [ -z "$(find "$checkout"/{Package.swift,Sources,Tests/Support,scripts/benches/bare} -newer "$folder/stamp" -print -quit)" ]; then return; fi
    say "Building DeskTap. The first build takes 8 to 10 minutes on two cores."
    : >"$log"
    # A source that changes during the build is newer than this.
    printf '%s' "$*" >"$folder/stamp.$$"
    # All at once, so that no core waits for the longest module of one program.
    DESKTAP_TARGETS=programs show_progress "$log" swift_build "$@" --package-path "$checkout" --scratch-path "$folder" || {
        grep -E 'error:|No space' "$log" | head -n 5 >&2
        fail "the build failed: see $log."
    }
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
