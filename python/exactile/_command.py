"""The command ``exactile``."""

from __future__ import annotations

import signal
import sys

from ._exactile import main as _main


def main() -> int:
    """Run the program on the arguments of this process, and return its exit status."""
    # Signals end the program as they end any other; Python would only take note of them.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    return _main(["exactile", *sys.argv[1:]])
