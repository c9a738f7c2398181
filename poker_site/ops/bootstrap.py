"""Make `.venv` and install what a lock file names, with whatever `python3` a machine has.

    python3 poker_site/ops/bootstrap.py requirements.lock

A failure prints one sentence and ends with a non-zero status. The syntax is old on purpose: an old Python must be able
to read this file and print its sentence.
"""

import hashlib
import os
import subprocess
import sys
from typing import NoReturn


def refuse(sentence: str) -> NoReturn:
    sys.exit("evenhand: " + sentence)


def main(lock: str) -> None:
    if sys.version_info < (3, 11):
        found = ".".join(str(part) for part in sys.version_info[:3])
        refuse("Python 3.11 or newer is needed, this is %s; name another with: make PYTHON=python3.12" % found)
    here = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    venv = os.path.join(here, ".venv")
    stamp = os.path.join(venv, "installed-" + lock)
    with open(os.path.join(here, lock), "rb") as file:
        wanted = hashlib.sha256(file.read() + sys.version.encode()).hexdigest()
    if os.path.exists(stamp):
        with open(stamp) as file:
            if file.read() == wanted:
                return
    make_venv(here, venv)
    install(os.path.join(here, lock), os.path.join(venv, "bin", "python"))
    with open(stamp, "w") as file:
        file.write(wanted)


def make_venv(here: str, venv: str) -> None:
    if not os.access(here, os.W_OK):
        refuse("this folder is not writable: %s; copy it to one you own." % here)
    try:
        import ensurepip  # noqa: F401  Debian ships venv without it
        import venv as module
    except ImportError:
        refuse("this Python has no venv module; install it (on Debian and Ubuntu: apt install python3-venv).")
    print("Preparing .venv ...")
    # A .venv of another minor version of Python has its packages where this one does not look: start over.
    stale = os.path.isdir(venv) and not os.path.isdir(os.path.join(venv, "lib", "python%d.%d" % sys.version_info[:2]))
    try:
        module.EnvBuilder(with_pip=True, symlinks=True, clear=stale).create(venv)
    except (OSError, subprocess.CalledProcessError) as error:
        refuse("cannot make .venv: %s" % error)


def install(lock: str, python: str) -> None:
    print("Installing from %s ..." % os.path.basename(lock))
    command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes", "-r", lock]
    if subprocess.call(command) != 0:
        refuse("not everything could be installed; is this machine online? The lines above say more.")


if __name__ == "__main__":
    main(*sys.argv[1:])
