"""The examples of a page: `python pages.py PAGE ...` runs them, without anything but the package itself."""

from __future__ import annotations

import doctest
import re
import sys
from pathlib import Path


def run(page: Path) -> int:
    """Runs the blocks of Python of a page one after the other; the number of examples."""
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(), re.DOTALL | re.MULTILINE)
    if not blocks:
        raise AssertionError(f"{page} has no examples")
    examples = "\n".join(blocks)
    test = doctest.DocTestParser().get_doctest(examples, {}, page.name, str(page), 0)
    if not test.examples:
        exec(compile(examples, str(page), "exec"), {})
        return len(blocks)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    if runner.run(test).failed:
        raise AssertionError(f"{page} does not say what happens")
    return len(test.examples)


if __name__ == "__main__":
    import exactile

    for name in sys.argv[1:]:
        print(f"{name}: {run(Path(name).resolve())} examples hold, of exactile in {Path(exactile.__file__).parent}")
