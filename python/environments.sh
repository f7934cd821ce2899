#!/usr/bin/env bash
# The environments of the Python tests: EXACTILE_PYTHON_ENV with what the tests need, and beside it one for comparison with other
# packages, which need older versions. Each is made anew if its requirements have changed.
set -euo pipefail
cd "$(dirname "$0")"

environment=${EXACTILE_PYTHON_ENV:-../target/python-env}

make_environment() {
    local folder=$1 requirements=$2
    if ! cmp -s "$requirements" "$folder/$requirements"; then
        rm -rf "$folder"
        "${PYTHON:-python3}" -m venv "$folder"
        "$folder/bin/python" -m pip install --quiet --disable-pip-version-check -r "$requirements"
        cp "$requirements" "$folder/$requirements"
    fi
}
make_environment "$environment" requirements-test.txt
# dcurves needs an older pandas than the package is tested with: an environment of its own, with the command alone.
make_environment "$environment-peers" requirements-peers.txt
