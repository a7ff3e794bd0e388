# SPDX-License-Identifier: Apache-2.0
"""A key that hardware holds serves the object that it was given to, and its copies."""

import gc
import hmac
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from tests.simulate.test_processes import forked, simulators, wait_for

import gatehash
from gatehash.catalog import DESIGNS, Job, find
from gatehash.catalog.held import KeyInHardware
from gatehash.errors import FieldError, GatehashError, RefusedError
from gatehash.simulate import Simulation, answer, pool

# From Python 3.12 on a fork beside threads warns, and tests that run in parallel have some.
pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")

# test_hmac.py and test_prefix.py test the hardware; these designs have one of each packet.
QUICK = ("sha256-lut-hmac", "sha3-x1-mac", "skein256-x4-mac", "skein-mc-mac")
HOLDING = [
    pytest.param(
        name,
        function.name,
        marks=[pytest.mark.large] if at or name not in QUICK else [],
    )
    for name, design in DESIGNS.items()
    for at, function in enumerate(
        each for each in design.functions if any(field.name == "held" for field in each.fields)
    )
]
HMAC: dict[str, Any] = {"design": "sha256-lut-hmac", "name": "hmac-sha-256"}


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """For each message to hardware from now on, whether its packet has the key."""
    found: list[bool] = []
    take = KeyInHardware.take

    def noted(self: KeyInHardware, job: Job) -> None:
        assert job.hold is not None
        found.append(job.hold.brought)
        take(self, job)

    monkeypatch.setattr(KeyInHardware, "take", noted)
    return found


def code(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")


def test_there_are_such_designs() -> None:
    names = {param.values[0] for param in HOLDING}
    assert names >= {"sha512-bram-hmac", "skein512-x8-mac", *QUICK}


@pytest.mark.parametrize(("name", "function"), HOLDING)
def test_objects_of_several_keys(name: str, function: str, sent: list[bool]) -> None:
    """Each object and its copies have codes under their own key, in any order."""

    def new(key: bytes, engine: Any, **more: Any) -> Any:
        return gatehash.new(function, design=name, key=key, engine=engine, **more)

    keys = [b"AAAA", b"BBBB", b"AAAA"]
    held = [new(key, "rtl", held=True) for key in keys]
    wanted = [new(key, "model") for key in keys]
    for message in (b"1", b"23", b"more"):
        for mine, other in zip(held, wanted, strict=True):
            twin, model = mine.copy(), other.copy()
            twin.update(message)
            model.update(message)
            assert twin.digest() == model.digest()
    # Behind a use one continues, and so does a copy of it.
    for mine, other in zip(held, wanted, strict=True):
        for each in (mine, mine.copy()):
            each.update(b"and more")
            model = other.copy()
            model.update(b"and more")
            assert each.digest() == model.digest()
    assert sent == [True] * 3 + [False] * 12
    plain = new(b"CCCC", "rtl")
    assert plain.digest() == new(b"CCCC", "model").digest()


@pytest.mark.parametrize("engine", ["rtl", "model"])
def test_no_object_asks_for_the_key_of_another(engine: Any) -> None:
    gatehash.new(**HMAC, data=b"1", key=b"AAAA", held=True, engine=engine).digest()
    with pytest.raises(FieldError, match=r"takes no again; it takes: digest_bits, key, held$"):
        gatehash.new(**HMAC, data=b"2", key=b"BBBB", again=True, engine=engine)
    with pytest.raises(GatehashError, match="hmac-sha-256 needs a key of any length"):
        gatehash.new(**HMAC, data=b"2", engine=engine)


def test_a_simulator_with_a_key_is_lent_to_nobody_else() -> None:
    first = gatehash.new(**HMAC, key=b"AAAA", held=True)
    first.digest()
    job = find(HMAC["design"]).job(values={"key": b"AAAA"})
    with pool.borrowed(job) as simulation:
        assert not simulation.key.possible
        with pytest.raises(RefusedError, match="it holds no key"):
            b"".join(answer(job.without_key(), [b"message"]))
        with pool.borrowed(job, owner=pool.Owner()) as other:
            assert not other.key.possible
    with pool.borrowed(job, owner=first._owner) as own:  # type: ignore[attr-defined]
        assert own.key.possible


def test_a_simulator_with_a_key_ends_with_its_objects() -> None:
    before = simulators(os.getpid())
    first = gatehash.new(**HMAC, key=b"AAAA", held=True)
    second = first.copy()
    first.digest()
    (mine,) = simulators(os.getpid()) - before
    del first
    gc.collect()
    assert mine in simulators(os.getpid())
    assert second.digest() == code(b"AAAA", b"")
    del second
    gc.collect()
    wait_for(lambda: mine not in simulators(os.getpid()))


def test_a_key_without_an_owner_is_not_kept() -> None:
    before = simulators(os.getpid())
    job = find(HMAC["design"]).job(values={"key": b"AAAA", "held": True})
    for _ in range(2):
        assert b"".join(answer(job, [b"message"])) == code(b"AAAA", b"message")
    waiting = [simulation for _, simulation in pool._pool._waiting]
    assert not any(each.key.possible for each in waiting if simulators(os.getpid()) - before)


def test_the_owners_are_looked_at_whenever_one_ends() -> None:
    """It may end in a collection while the pool is at work, which then finds that out itself."""
    mine = pool._Pool()
    job = find(HMAC["design"]).job(values={"key": b"AAAA", "held": True})
    simulation = Simulation(job)
    mine.lend(simulation)
    mine.give_back((HMAC["design"], (), None, 7), simulation)
    with mine._lock:
        mine.leave(7)
    assert simulation.usable
    assert mine.take((HMAC["design"], (), None, 7)) is simulation
    mine.give_back((HMAC["design"], (), None, 7), simulation)
    mine.leave(7)
    assert not simulation.usable


def test_threads_and_forks() -> None:
    base = gatehash.new(**HMAC, key=b"AAAA", held=True)
    messages = [bytes([at]) * at for at in range(24)]

    def one(message: bytes) -> bytes:
        twin = base.copy()
        twin.update(message)
        return twin.digest()

    wanted = [code(b"AAAA", message) for message in messages]
    with ThreadPoolExecutor(4) as threads:
        assert [*threads.map(one, messages)] == wanted
    child = forked(lambda: [*map(one, messages)] == wanted)
    assert [*map(one, messages)] == wanted
    assert os.waitpid(child, 0)[1] == 0


def test_a_simulation_refuses_another_key(sent: list[bool]) -> None:
    """It serves who runs it, but never answers under a key that is not the message's."""
    design = find(HMAC["design"])
    a, b = (design.job(values={"key": key, "held": True}) for key in (b"AAAA", b"BBBB"))
    with Simulation(a) as simulation:
        with pytest.raises(
            GatehashError, match=r"^sha256-lut-hmac holds another key; send the mes"
        ):
            simulation.ask_all([[b"1"], [b"2"]], [a, b.without_key()])
        # Whatever it holds now, the key is sent again.
        for message in (b"3", b"4"):
            assert simulation.ask([message]).data == code(b"AAAA", message)
        assert sent == [True, False, True, False]
        answers = simulation.ask_all([[b"5"], [b"6"], [b"7"]], [b, b.without_key(), a])
        assert [each.data for each in answers] == [
            *(code(b"BBBB", message) for message in (b"5", b"6")),
            code(b"AAAA", b"7"),
        ]


def test_tokens_tell_keys_apart_and_nothing_else() -> None:
    design = find(HMAC["design"])
    holds = [design.job(values={"key": key}).hold for key in (b"AAAA", b"BBBB", b"AAAA")]
    tokens = [hold.token for hold in holds if hold is not None]
    assert tokens[0] == tokens[2] != tokens[1]
    assert b"AAAA" not in tokens[0]
