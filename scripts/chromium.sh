#!/bin/sh
# Prints the path of a Chromium for the browser tests. CHROMIUM= names one; else the usual names are looked for; else
# root gets one installed from the distribution; else it stops and says the command. Only the path goes to stdout.
set -eu

works() {
    command -v "$1" >/dev/null 2>&1 && "$1" --version >/dev/null 2>&1
}

stop() {
    printf '\nsofra: %s\n' "$*" >&2
    exit 1
}

look() {
    for candidate in chromium chromium-browser google-chrome google-chrome-stable chrome \
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" \
        "/Applications/Chromium.app/Contents/MacOS/Chromium"; do
        if works "$candidate"; then
            command -v "$candidate"
            return 0
        fi
    done
    return 1
}

if [ -n "${CHROMIUM:-}" ]; then
    works "$CHROMIUM" || stop "CHROMIUM=$CHROMIUM is not a browser that runs here ('$CHROMIUM --version' failed). Give the path of a Chromium or Chrome, or leave CHROMIUM away to have one looked for."
    command -v "$CHROMIUM"
    exit 0
fi

look && exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "sofra: no Chromium found; installing the package chromium (as root, once)" >&2
    export DEBIAN_FRONTEND=noninteractive
    { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; } </dev/null >&2 ||
        stop "'apt-get install -y chromium' failed; what it said stands above. Install a Chromium by hand, or name one: make test CHROMIUM=/path/to/chromium"
    look && exit 0
fi

stop "the browser tests need Chromium, and none was found. Install it, on Debian or Ubuntu with: sudo apt-get install -y chromium   Or name one that you have: make test CHROMIUM=/path/to/chromium"
