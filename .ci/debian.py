"""Debian's packages, unpacked in a folder without being installed: for scripts of this folder."""

import re
import subprocess


def output(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


def is_installed(package):
    found = subprocess.run(["dpkg-query", "-W", "-f", "${Status}", package], capture_output=True, text=True, check=False)
    return found.stdout == "install ok installed"


def with_dependencies(packages, versions):
    """These packages and all that they need and the system has not; of alternatives the first. Those with a version have it
    behind an equals sign, and are taken even if the system has another one."""
    wanted, waiting = [], list(packages)
    while waiting:
        package = waiting.pop()
        named = f"{package}={versions[package]}" if package in versions else package
        if named in wanted or (named == package and is_installed(package)):
            continue
        wanted.append(named)
        is_next_alternative = False
        for line in output("apt-cache", "depends", named).splitlines():
            found = re.fullmatch(r" ([ |])(?:Pre)?Depends: ([^<\s]+)", line)
            if found and not is_next_alternative:
                waiting.append(found[2])
            if "Depends:" in line:
                is_next_alternative = line.startswith(" |")
    return wanted


def unpacked(root, packages, versions=None):
    """The folder with these packages and what they need, unpacked unless it is there."""
    if not (root / "complete").exists():
        downloads = root / "packages"
        downloads.mkdir(parents=True, exist_ok=True)
        wanted = with_dependencies(packages, versions or {})
        subprocess.run(["apt-get", "download", "-q", *wanted], check=True, cwd=downloads)
        for package in downloads.glob("*.deb"):
            subprocess.run(["dpkg", "-x", package, root], check=True)
            package.unlink()
        (root / "complete").touch()
    return root
