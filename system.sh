#!/bin/sh
# What pip cannot bring: `sh system.sh PYTHON [PACKAGE ...]` sees to it that this Python can make an
# environment, that cairo is there, and that Debian's packages named are. Root gets them by apt;
# whoever else is told the one command to type, and it ends with 1.
set -u
python=$1
shift

if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    have=$("$python" --version 2>/dev/null) || have=missing
    echo "trilith needs Python 3.11 or newer, and $python is $have:" \
        "install one, then name it: make PYTHON=python3.12" >&2
    exit 1
fi

debian=$* cairo= venv=
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    venv=$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
fi
"$python" - <<'END' || cairo=yes
import ctypes, ctypes.util, sys

def opens(name):
    try:
        return name and ctypes.CDLL(name)
    except OSError:
        return None

names = ["libcairo.so.2", "libcairo.2.dylib", *map(ctypes.util.find_library, ("cairo-2", "cairo"))]
sys.exit(not any(map(opens, names)))
END
debian="$debian${cairo:+ libcairo2}${venv:+ $venv}"
[ -n "$debian" ] || exit 0

tell() {
    echo "trilith needs what pip cannot bring. Type this, then the same again:" >&2
    echo "    $1" >&2
    exit 1
}

as_root() { # the command, as somebody types it who is not root
    if [ "$(id -u)" = 0 ]; then
        echo "$1"
    elif command -v sudo >/dev/null; then
        echo "sudo $1"
    else
        echo "su -c '$1'"
    fi
}

if command -v apt-get >/dev/null; then
    if [ "$(id -u)" = 0 ]; then
        echo "installing what pip cannot bring:$(printf ' %s' $debian)"
        export DEBIAN_FRONTEND=noninteractive
        # shellcheck disable=SC2086  # a word for each package
        apt-get update -qq && apt-get install -y -qq --no-install-recommends $debian >/dev/null && exit 0
    fi
    tell "$(as_root "apt-get install --yes$(printf ' %s' $debian)")"
elif [ -n "$venv" ]; then
    echo "trilith needs a Python with the modules venv and ensurepip, which $python lacks" >&2
    exit 1
elif command -v dnf >/dev/null; then
    tell "$(as_root 'dnf install cairo')"
elif command -v pacman >/dev/null; then
    tell "$(as_root 'pacman -S cairo')"
elif command -v brew >/dev/null; then
    tell 'brew install cairo'
fi
echo "trilith needs the cairo library: install it the way this system installs libraries" >&2
exit 1
