"""What the package says of itself, and what its command refuses."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from importlib.metadata import files, metadata
from pathlib import Path

import pytest

import exactile

ABOUT = metadata("exactile")


def test_metadata_is_complete_and_points_at_what_exists() -> None:
    assert ABOUT["Version"] == exactile.__version__ and ABOUT["Requires-Python"] == ">=3.10"
    assert ABOUT["License-Expression"] == "(MIT OR Apache-2.0) AND Bitstream-Vera"
    classifiers = ABOUT.get_all("Classifier", [])
    assert {f"Programming Language :: Python :: 3.{minor}" for minor in range(10, 15)} <= set(classifiers)
    assert sorted(classifiers) == classifiers or sorted(classifiers) == sorted(set(classifiers))
    urls = [url.split(", ")[1] for url in ABOUT.get_all("Project-URL", [])]
    assert urls == ["https://arxiv.org/abs/2412.04309"]
    assert set(ABOUT.get_all("Provides-Extra", [])) == {"arrow", "count", "draw", "frames", "polars", "shapes", "sklearn"}


def test_licences_are_in_the_package_with_those_of_the_fonts() -> None:
    assert set(ABOUT.get_all("License-File", [])) == {"LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY.md"}
    texts = {Path(str(file)).name: Path(str(file.locate())).read_text() for file in files("exactile") or () if "licenses" in str(file)}
    assert "Permission is hereby granted" in texts["LICENSE-MIT"] and "Apache License" in texts["LICENSE-APACHE"]
    assert "Bitstream Vera Fonts Copyright" in texts["THIRD-PARTY.md"]


def test_the_description_has_no_link_that_leads_nowhere() -> None:
    page = ABOUT.get_payload()  # type: ignore[attr-defined]
    assert page.startswith("# exactile") or "# exactile" in page.splitlines()[0:3]
    assert all(target.startswith("https://") for target in re.findall(r"\]\(([^)]*)\)", page))
    commands = re.search(r"```sh\n(.*?)```", page, re.DOTALL)
    assert commands is not None and commands[1].startswith("pip install exactile ")


@pytest.mark.parametrize("command", ["tables", "figures"])
def test_commands_about_papers_are_left_to_the_program(command: str) -> None:
    with pytest.raises(ValueError, match=f"^{command} is about the source papers, which are not in this build\nhint: the program has them"):
        exactile.ask(command)
    program = shutil.which("exactile", path=str(Path(sys.executable).parent))
    assert program is not None
    ran = subprocess.run([program, command], capture_output=True, text=True, check=False)
    assert ran.returncode == 2 and "the program has them: cargo install --path crates/cli" in ran.stderr
