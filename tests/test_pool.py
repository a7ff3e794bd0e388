# SPDX-License-Identifier: Apache-2.0
"""The pool of proofs and faults: threads here or a cluster, and what a worker refuses."""

import threading
import time
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count
from pathlib import Path

import pytest
from distributed import LocalCluster
from tests.implement.sweeping import threads

from gatehash.errors import GatehashError
from gatehash.mutate import Mutants, mutate, runner
from gatehash.mutate.bench import Bench
from gatehash.mutate.fault import Fault, Other
from gatehash.pool import Tell, Work, pool
from gatehash.prove import prove, selected
from gatehash.prove import runner as proving
from gatehash.waits import Wait, announce

MODULE = "gh_fifo"
PROPERTIES = ("register-slice.order.mode1-erase0", "register-slice.order.mode2-erase1")


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    """A worker in this process, where tests can set things."""
    with threads(1) as started:
        yield started


@pytest.fixture(params=["threads", "cluster"])
def where(request: pytest.FixtureRequest) -> dict[str, str | int]:
    """Where work is done."""
    if request.param == "threads":
        return {"jobs": 1}
    return {"scheduler": request.getfixturevalue("cluster").scheduler_address}


def _doubled(number: int, tell: Tell) -> int:
    if number < 0:
        raise GatehashError(f"{number} is less than 0")
    tell(f"doubling {number}")
    return 2 * number


def _inputs() -> str:
    return "this library"


def _elsewhere() -> str:
    """Return another value in each thread, and so on each worker."""
    return threading.current_thread().name


def _work(number: int) -> Work:
    return Work(str(number), partial(_doubled, number), _inputs, f"work {number}")


def _wait_for(heard: Sequence[object]) -> None:
    end = time.monotonic() + 20
    while not heard and time.monotonic() < end:
        time.sleep(0.05)


def test_results_come_as_they_end_and_more_can_be_added(where: dict[str, str | int]) -> None:
    heard: list[tuple[str, str]] = []
    waits: list[Wait] = []
    announce(waits.append)
    found: dict[str, object] = {}
    with pool(
        where.get("jobs"),  # type: ignore[arg-type]
        where.get("scheduler"),  # type: ignore[arg-type]
        lambda work, line: heard.append((work.name, line)),
    ) as there:
        there.add(_work(1), _work(-2))
        for work, result in there.ended():
            try:
                found[work.name] = result()
            except GatehashError as error:
                found[work.name] = str(error)
            if work.name == "1":
                there.add(_work(3))
        _wait_for(heard[1:])
    announce(None)
    assert found == {"1": 2, "-2": "-2 is less than 0", "3": 6}
    assert heard == [("1", "doubling 1"), ("3", "doubling 3")]
    assert [wait.work for wait in waits] == ["work 1", "work -2", "work 3"]


def test_dropped_work_is_not_done(where: dict[str, str | int]) -> None:
    with pool(where.get("jobs"), where.get("scheduler")) as there:  # type: ignore[arg-type]
        there.add(_work(1), _work(2), _work(3))
        ended = there.ended()
        assert next(ended)[1]() == 2
        there.drop()
        assert not [*ended]


def test_a_worker_with_other_inputs_refuses_the_work(cluster: LocalCluster) -> None:
    with pool(None, cluster.scheduler_address) as there:
        there.add(Work("one", partial(_doubled, 1), _elsewhere))
        ((_, result),) = there.ended()
        with pytest.raises(GatehashError, match=r"^one: the worker at tcp://.* has other RTL or"):
            result()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"jobs": 0}, "jobs is 0; it must be from 1 to 1000"),
        ({"jobs": 2, "scheduler": "tcp://host:8786"}, "a scheduler has its own workers"),
        ({"scheduler": "tcp://127.0.0.1:1"}, "scheduler 'tcp://127.0.0.1:1' can't be reached"),
    ],
)
def test_bad_workers_of_proofs_and_faults(
    given: dict[str, object], said: str, tmp_path: Path
) -> None:
    with pytest.raises(GatehashError, match=said):
        prove(selected([PROPERTIES[0]]), folder=tmp_path, **given)  # type: ignore[arg-type]
    with pytest.raises(GatehashError, match=said):
        mutate([MODULE], count=1, folder=tmp_path, **given)  # type: ignore[arg-type]


def test_proofs_on_a_cluster(cluster: LocalCluster, tmp_path: Path) -> None:
    """The worker has another cache, the records are the caller's."""
    wanted = selected(PROPERTIES)
    outcomes = prove(wanted, scheduler=cluster.scheduler_address, folder=tmp_path)
    assert [outcome.status for outcome in outcomes] == ["proved"] * 2
    assert {path.stem for path in tmp_path.rglob("*.json")} == set(PROPERTIES)


def test_a_worker_with_other_rtl_proves_nothing(
    cluster: LocalCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    caller = threading.main_thread()

    def text(*of: object) -> str:
        return "the caller's" if threading.current_thread() is caller else "the worker's"

    monkeypatch.setattr(proving, "text_digest", text)
    (outcome,) = prove(
        selected(PROPERTIES[:1]), scheduler=cluster.scheduler_address, folder=tmp_path
    )
    assert outcome.error is not None
    assert "has other RTL or other tools; install the same gatehash there" in outcome.error
    assert not [*tmp_path.rglob("*.json")]


class Tried:
    """Stands for a bench with faults: those at even lines are caught."""

    def catches(self, fault: Fault) -> str | None:
        return None if fault.line % 2 else "wrong answer"


def _survives(fault: Fault, benches: Sequence[Bench], limit: float) -> Other:
    assert all(isinstance(bench, Bench) for bench in benches)
    return Other(line=fault.line, was="a", becomes="b", verdict="survivor", by="")


def test_faults_on_a_cluster_as_in_threads(
    cluster: LocalCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "planted", lambda bench, faults: Tried())
    monkeypatch.setattr(runner, "decided", _survives)
    found: list[Mutants] = []
    for where in ({"jobs": 2}, {"scheduler": cluster.scheduler_address}):
        runner._planted.cache_clear()
        (outcome,) = mutate([MODULE], count=25, folder=tmp_path / str(len(found)), **where)
        assert outcome.record is not None
        found.append(outcome.record)
    runner._planted.cache_clear()
    assert [each.mutants for each in found] == [25, 25]
    assert [each.by_test for each in found] == [25 - len(each.others) for each in found]
    assert found[0].others == found[1].others
    assert 0 < found[0].survivors < 25


def test_faults_of_rtl_that_changes_meanwhile_are_not_on_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "planted", lambda bench, faults: Tried())
    monkeypatch.setattr(runner, "decided", _survives)
    states = count()
    monkeypatch.setattr(runner, "_inputs", lambda modules: next(states))
    runner._planted.cache_clear()
    (outcome,) = mutate([MODULE], count=1, folder=tmp_path, jobs=1)
    runner._planted.cache_clear()
    assert outcome.error == f"{MODULE}: the RTL changed meanwhile; run again"
    assert not [*tmp_path.iterdir()]


def test_a_bench_that_cannot_be_built_is_named_once(
    where: dict[str, str | int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    builds: list[str] = []

    def planted(bench: Bench, faults: Sequence[Fault]) -> None:
        builds.append(bench.name)
        raise GatehashError("no compiler")

    monkeypatch.setattr(runner, "planted", planted)
    runner._planted.cache_clear()
    said: list[str] = []
    (outcome,) = mutate([MODULE], count=100, folder=tmp_path, news=said.append, **where)  # type: ignore[arg-type]
    assert outcome.error == f"{MODULE}: {builds[0]}: no compiler"
    assert said == [f"{builds[0]}: no compiler"]
    assert len(builds) == 1
    assert not [*tmp_path.iterdir()]
