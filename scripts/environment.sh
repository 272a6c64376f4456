#!/bin/sh
# Makes the virtual environment that the make targets work in, or leaves it alone when it is right already.
#
#   scripts/environment.sh run    what it takes to play    (requirements/run.txt)
#   scripts/environment.sh dev    what it takes to test    (requirements/dev.txt, which holds all of run.txt)
#
# VENV    the folder of the environment (default .venv)
# PYTHON  the interpreter to build it with (default: the first of python3, python3.13, 3.12, 3.11 that will do)
#
# What was installed is written down in a stamp inside the environment: the sums of the requirement file and of
# pyproject.toml, the Python version and the place of this checkout. When any of them changes, it is done again.
set -eu
cd "$(dirname "$0")/.."

kind=$1
venv=${VENV:-.venv}
requirements=requirements/$kind.txt

stop() {
    printf '\nsofra: %s\n' "$*" >&2
    exit 1
}

version_of() { # the version as 3.11.2, or nothing when that is no working Python
    "$1" -c 'import sys; print(".".join(map(str, sys.version_info[:3])))' 2>/dev/null || true
}

new_enough() {
    "$1" -c 'import sys; raise SystemExit(sys.version_info < (3, 11))' 2>/dev/null
}

find_python() {
    if [ -n "${PYTHON:-}" ]; then
        found=$(version_of "$PYTHON")
        [ -n "$found" ] || stop "PYTHON=$PYTHON is not a Python that runs here. Give the name or path of one, for example PYTHON=/usr/bin/python3."
        new_enough "$PYTHON" || stop "PYTHON=$PYTHON is Python $found, and sofra needs Python 3.11 or newer."
        python=$PYTHON
        return
    fi
    seen=
    for candidate in python3 python3.13 python3.12 python3.11; do
        found=$(version_of "$candidate")
        [ -n "$found" ] || continue
        if new_enough "$candidate"; then
            python=$candidate
            return
        fi
        seen="$seen $candidate is $found;"
    done
    stop "sofra needs Python 3.11 or newer (${seen:- none found;} nothing else was tried). Install it, on Debian or Ubuntu as root with: apt-get install python3 python3-venv   Or name one that you have: make play PYTHON=/path/to/python3"
}

create() {
    find_python
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        short=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
        stop "$python (Python $short) came without its parts 'venv' and 'ensurepip'. Install them, on Debian or Ubuntu as root with: apt-get install python3-venv   (or python$short-venv), then run the same make command again."
    fi
    echo "sofra: making a virtual environment in $venv with Python $(version_of "$python")"
    rm -rf "$venv"
    "$python" -m venv "$venv" || stop "'$python -m venv $venv' failed; what it said stands above."
}

fingerprint() { # fingerprint KIND
    cksum <"requirements/$1.txt"
    cksum <pyproject.toml
    version_of "$venv/bin/python"
    pwd -P
}

[ -f "$requirements" ] || stop "there is no file $requirements; 'make lock' writes it."

# An environment that does not run (its Python was removed), that was built half, or that another Python is asked for
# by name, is made anew.
if [ ! -x "$venv/bin/python" ] || ! new_enough "$venv/bin/python" || ! "$venv/bin/python" -c 'import pip' 2>/dev/null; then
    create
elif [ -n "${PYTHON:-}" ] && [ "$(version_of "$PYTHON")" != "$(version_of "$venv/bin/python")" ]; then
    create
fi

done_already() { # done_already KIND
    [ -f "$venv/sofra-$1.stamp" ] && [ "$(cat "$venv/sofra-$1.stamp")" = "$(fingerprint "$1")" ]
}

# dev.txt holds all of run.txt, so who has tested can play.
if done_already "$kind" || { [ "$kind" = run ] && done_already dev; }; then
    exit 0
fi

echo "sofra: installing $requirements (only when it changed; the first time takes a minute or two)"
rm -f "$venv/sofra-$kind.stamp"
pip() {
    "$venv/bin/python" -m pip --disable-pip-version-check --no-input "$@"
}
pip install --quiet --require-hashes -r "$requirements" ||
    stop "the packages in $requirements could not be installed; what pip said stands above. Most often the network or the package index cannot be reached: run the same make command again, nothing is lost."
pip install --quiet --no-deps --no-build-isolation --editable . ||
    stop "sofra itself could not be installed into $venv; what pip said stands above."

fingerprint "$kind" >"$venv/sofra-$kind.stamp"
