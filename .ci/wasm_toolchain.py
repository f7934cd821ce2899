"""The toolchain that compiles for WebAssembly: that of rustup where it has the target, else Debian's."""

import os
import subprocess
from pathlib import Path

from debian import output, unpacked

ROOT = Path(__file__).resolve().parents[1]
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve() / "page"
PACKAGES = ["rustc-web", "cargo-web", "rust-web-src", "lld-19"]


def has_rustup_target(triple):
    try:
        return triple in output("rustup", "target", "list", "--installed", cwd=ROOT).split()
    except (FileNotFoundError, subprocess.CalledProcessError):
        return False


def toolchain(triple, libraries):
    """Cargo, its options, and the variables of its environment: `libraries` of the standard library are built from source
    where the target is not rustup's. The last value says whether it is."""
    if has_rustup_target(triple):
        print(f"the target {triple} of rustup", flush=True)
        return "cargo", [], dict(os.environ), True
    root = unpacked(TARGET / "debian", PACKAGES)
    programs = root / "usr" / "bin"
    environment = {
        **os.environ,
        "LD_LIBRARY_PATH": str(root / "usr" / "lib" / "x86_64-linux-gnu"),
        "RUSTC": str(programs / "rustc"),
        "RUSTC_BOOTSTRAP": "1",
        f"{variable(triple)}_LINKER": str(programs / "wasm-ld-19"),
    }
    version = output(programs / "rustc", "--version", env=environment).strip()
    print(f"no target {triple} of rustup: Debian's {version}, with the standard library from its source", flush=True)
    return programs / "cargo", [f"-Zbuild-std={libraries}"], environment, False


def variable(triple):
    """The beginning of the variables that are of one target."""
    return f"CARGO_TARGET_{triple.upper().replace('-', '_')}"
