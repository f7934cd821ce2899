"""Counting on a Spark cluster: a master and two workers, processes of their own.

It takes a minute on an idle machine and opens ports, so that it runs on demand: EXACTILE_CLUSTER=1.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy
import pyarrow
import pyarrow.parquet
import pytest

import exactile
from exactile import Tile, _counting

pytestmark = [
    pytest.mark.skipif("EXACTILE_CLUSTER" not in os.environ, reason="NO CLUSTER: EXACTILE_CLUSTER=1 starts one"),
    pytest.mark.filterwarnings("ignore"),
]
WORKERS = 2


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    assert shutil.which("java"), "Spark needs Java"
    import pyspark
    from pyspark.sql import SparkSession

    home = Path(pyspark.__file__).parent
    folder = tmp_path_factory.mktemp("cluster")
    port, page = free_port(), free_port()
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    environment |= {"SPARK_HOME": str(home), "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable}
    started = []

    def start(name: str, *arguments: str) -> None:
        command = [str(home / "bin" / "spark-class"), f"org.apache.spark.deploy.{name}", "--host", "127.0.0.1", *arguments]
        with open(folder / f"{len(started)}.log", "wb") as log:
            started.append(subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=folder))

    def workers() -> int:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{page}/json/", timeout=5) as answer:
                return int(json.load(answer)["aliveworkers"])
        except OSError:
            return 0

    session = None
    try:
        start("master.Master", "--port", str(port), "--webui-port", str(page))
        for k in range(WORKERS):
            start("worker.Worker", "--cores", "1", "--memory", "1g", "--work-dir", str(folder / f"w{k}"), f"spark://127.0.0.1:{port}")
        until = time.monotonic() + 300
        while workers() < WORKERS:
            assert time.monotonic() < until and all(one.poll() is None for one in started), [p.read_text() for p in folder.glob("*.log")]
            time.sleep(0.5)
        os.environ["PYSPARK_PYTHON"] = sys.executable
        builder = SparkSession.builder.master(f"spark://127.0.0.1:{port}").config("spark.ui.enabled", "false")
        builder = builder.config("spark.driver.host", "127.0.0.1").config("spark.executor.memory", "600m").config("spark.log.level", "ERROR")
        session = builder.config("spark.sql.shuffle.partitions", "2").getOrCreate()
        yield session
    finally:
        if session is not None:
            session.stop()
        for one in started:
            one.terminate()
        for one in started:
            one.wait(30)


def table(path: Path, rows: int = 20_000) -> dict[str, Any]:
    rng = numpy.random.default_rng(5)
    truth = (rng.random(rows) < 0.3).astype("int8")
    columns = {"y_true": truth, **{f"c{k}": truth ^ (rng.random(rows) < 0.05 * (k + 1)) for k in range(4)}}
    columns["m"] = rng.normal(truth, 1)
    # Several groups of rows, so that both workers have some.
    pyarrow.parquet.write_table(pyarrow.table(columns), path, row_group_size=rows // 8)
    return columns


def test_two_workers_count(cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    columns = table(tmp_path / "samples.parquet")
    frame = cluster.read.parquet(str(tmp_path / "samples.parquet")).repartition(2)
    names = [f"c{k}" for k in range(4)]
    expected = Tile.from_predictions(columns["y_true"], {name: columns[name] for name in names})
    assert exactile.count(frame, only=names) == expected
    monkeypatch.setattr(_counting, "_MOST_PATTERNS", 3)
    monkeypatch.setattr(_counting, "_FEW_CLASSIFIERS", 1)
    assert exactile.count(frame, only=names) == expected
    model = Tile.from_scores(columns["y_true"], {"m": columns["m"]}).thresholds("f1")[0]
    (found,) = exactile.count_hulls(frame, only="m")
    assert (found.distinct, found.auc) == (model.distinct, model.auc)
    assert [tuple(vertex) for vertex in found.hull] == [tuple(vertex[:5]) for vertex in model.hull]
