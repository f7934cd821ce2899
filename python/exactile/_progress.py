"""Progress of long work: a line in terminals, a bar in notebooks. The compiled part calls it."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

__all__: list[str] = []

_WIDTH = 30
#: Seconds from which on work is long.
_QUICK = 0.5

#: What a notebook shows at the moment.
_handle: Any = None


def show(done: int, total: int | None, unit: str, seconds: float) -> None:
    """Show how far the work is."""
    if _notebook():
        _show_in_notebook(done, total, unit, seconds)
    elif sys.stderr is not None and sys.stderr.isatty():
        # A terminal that is gone stops no work.
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write(f"\r\x1b[K{line(done, total, unit, seconds)}")
            sys.stderr.flush()


def clear() -> None:
    """Take away what was shown."""
    global _handle
    if _handle is not None:
        _handle.update(_shown("", ""), raw=True)
        _handle = None
    elif sys.stderr is not None and sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


@contextlib.contextmanager
def steps(total: int, unit: str) -> Iterator[Callable[[], None]]:
    """Shows how far a loop is, if it takes long: what is given is called after every step."""
    start, done, is_shown = time.monotonic(), 0, False

    def step() -> None:
        nonlocal done, is_shown
        done += 1
        seconds = time.monotonic() - start
        if seconds > _QUICK and done < total:
            is_shown = True
            show(done, total, unit, seconds)

    try:
        yield step
    finally:
        if is_shown:
            clear()


def line(done: int, total: int | None, unit: str, seconds: float) -> str:
    """The line of a terminal.

    >>> line(3, 12, "pairs", 4.2)
    '#######----------------------- 3/12 pairs, 4 s'
    >>> line(3, None, "pairs", 4.2)
    '3 pairs, 4 s'
    """
    if not total:
        return f"{done} {unit}, {seconds:.0f} s"
    filled = _WIDTH * min(done, total) // total
    return f"{'#' * filled}{'-' * (_WIDTH - filled)} {done}/{total} {unit}, {seconds:.0f} s"


def _notebook() -> bool:
    """Whether outputs go to a notebook: its kernel has loaded IPython, and no other has one."""
    python = sys.modules.get("IPython")
    shell = None if python is None else python.get_ipython()
    return getattr(shell, "kernel", None) is not None


def _show_in_notebook(done: int, total: int | None, unit: str, seconds: float) -> None:
    global _handle
    most = f' max="{total}"' if total else ""
    bar = _shown(
        f'<progress value="{done}"{most}></progress> {done}/{total or "?"} {unit}, {seconds:.0f} s', line(done, total, unit, seconds)
    )
    if _handle is None:
        from IPython.display import display

        _handle = display(bar, raw=True, display_id=True)
    else:
        _handle.update(bar, raw=True)


def _shown(html: str, text: str) -> dict[str, str]:
    """What a notebook is given: its page takes the HTML, all else the text."""
    return {"text/html": html, "text/plain": text}
