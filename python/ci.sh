#!/usr/bin/env bash
# The tests of the Python package: an environment with exact versions, the package in it, types, tests.
# EXACTILE_PYTHON_ENV names the environment, which environments.sh makes.
set -euo pipefail
cd "$(dirname "$0")"

python=${PYTHON:-python3}
environment=${EXACTILE_PYTHON_ENV:-../target/python-env}
./environments.sh
environment=$(cd "$environment" && pwd)
# shellcheck disable=SC1091 # made above
source "$environment/bin/activate"

cargo clippy --package exactile-python --locked -- -D warnings
# What is handed out is tested: a wheel, built from the source distribution alone. The development profile: its dependencies
# are those that the Rust tests have built. Types and tests read the sources, and need the compiled part beside them.
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
mkdir "$fresh/wheels"
EXACTILE_PYTHON_ENV=$environment ../.ci/sdist dev "$fresh/wheels"
wheel=$(echo "$fresh"/wheels/exactile-*-cp310-abi3-*.whl)
python -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall "$wheel"
python - "$wheel" <<'COMPILED'
import sys
import zipfile

with zipfile.ZipFile(sys.argv[1]) as wheel:
    (compiled,) = (name for name in wheel.namelist() if name.startswith("exactile/_exactile.") and name.endswith(".so"))
    wheel.extract(compiled)
COMPILED
mypy
MYPYPATH=../benches mypy --config-file pyproject.toml ../benches/speed.py ../benches/measuring
python -m mypy.stubtest exactile --mypy-config-file pyproject.toml
# Types that let everything pass would pass too.
fault=$(mktemp --suffix=.py)
trap 'rm -rf "$fresh" "$fault"' EXIT
printf 'from exactile import Tile\n\nTile.from_confusion({}).rank(5)\n' >"$fault"
if mypy --config-file pyproject.toml "$fault" >/dev/null; then
    echo "error: mypy does not see the types of the package"
    exit 1
fi
if ! command -v java >/dev/null; then
    echo "NO SPARK: there is no Java, and nothing of Spark is tested"
fi
# A process for each core; the tests of one file share what they make.
python -m pytest -n auto --dist loadfile
# A fresh environment installs the wheel, runs the command that it brings, and the tutorial, away from the sources.
"$python" -m venv "$fresh/environment"
"$fresh/environment/bin/python" -m pip install --quiet --disable-pip-version-check -c requirements-test.txt "$wheel[count,draw,sklearn]" pandas
here=$PWD
(
    cd "$fresh"
    export -n VIRTUAL_ENV
    [ "$(environment/bin/exactile --version)" = "exactile $(environment/bin/python -c 'import exactile; print(exactile.__version__)')" ]
    MPLBACKEND=agg environment/bin/python -W error "$here/tests/pages.py" "$here/../docs/python.md" | tee said
    grep -q "exactile in $fresh/environment/" said
)
peers=$environment-peers
EXACTILE=$(command -v exactile) "$peers/bin/python" -m pytest -c /dev/null --rootdir peers -q -p no:cacheprovider peers
# The verifiers are lone files, too: a bare interpreter runs them. The first proves what has "plain" before it, the second one
# everything. (tests/test_fixtures_are_proved.py has every kind of result of every fixture.)
result=$(mktemp --suffix=.json)
trap 'rm -rf "$fault" "$fresh" "$result"' EXIT
while read -r verifier data arguments; do
    # shellcheck disable=SC2086 # words
    exactile $arguments "../fixtures/$data" --quiet --format json >"$result"
    [ "$verifier" = more ] || verifier="plain more"
    for program in $verifier; do
        "$python" -I -S "exactile/verify_$program.py" "$result" "../fixtures/$data" >/dev/null || {
            echo "error: exactile $arguments $data is not proved by verify_$program.py"
            exit 1
        }
    done
done <<'RUNS'
plain breast_cancer_confusion.csv regions --area
plain digits_eight_confusion.csv zone --better logistic --than lda,mlp
plain breast_cancer_scores.csv thresholds --score f1,ba,ppv
plain digits_eight_confusion.csv curve --along f-beta
more breast_cancer_confusion.csv lattice compare --metric f1 --positives 8 --negatives 12
more breast_cancer_scores.csv regions --input-format scores --at-best
RUNS
