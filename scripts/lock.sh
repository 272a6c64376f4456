#!/bin/sh
# Writes requirements/dev.txt, run.txt and servers.txt (run.txt and what several servers need) from pyproject.toml: every
# package with its version and the hashes of its files, and no word about where they come from. `make lock` calls this; so does nobody else.
#
#   scripts/lock.sh              keeps the versions that are pinned already, as far as pyproject.toml allows
#   scripts/lock.sh --upgrade    takes the newest versions
set -eu
cd "$(dirname "$0")/.."

python=${PYTHON:-python3}
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT INT TERM
"$python" -m venv "$room/venv"
"$room/venv/bin/pip" install --quiet --disable-pip-version-check uv

resolve() { # resolve OUT [uv arguments]
    out=$1
    shift
    "$room/venv/bin/uv" pip compile pyproject.toml --quiet --universal --python-version 3.11 \
        --generate-hashes --no-header --no-annotate --no-emit-index-url --no-emit-find-links \
        --group build --output-file "$out" "$@" >/dev/null
}

# dev.txt first: the others are held to the same versions, so that what is tested is what is played on.
resolve requirements/dev.txt --all-extras --group dev "$@"
sed -e 's/ *\\$//' -e '/^ *--hash/d' requirements/dev.txt >"$room/versions.txt"
rm -f requirements/run.txt requirements/servers.txt
resolve requirements/run.txt --extra fast --constraint "$room/versions.txt"
resolve requirements/servers.txt --extra fast --extra postgres --extra nats --constraint "$room/versions.txt"

for file in requirements/run.txt requirements/servers.txt requirements/dev.txt; do
    if grep -n '://' "$file"; then
        echo "make lock: $file names an address (above); it may hold only names, versions and hashes." >&2
        exit 1
    fi
    echo "make lock: wrote $file, $(grep -c '==' "$file") packages"
done
