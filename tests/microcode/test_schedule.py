# SPDX-License-Identifier: Apache-2.0
"""The scheduler, on a machine of its own: what can't be is refused, and nothing collides."""

import random
from collections import Counter

import pytest

from gatehash.errors import GatehashError
from gatehash.microcode import MEMORY, Form, Need, Operation, Section, Value, schedule


def add(name: str, *needs: Value, line: str = "") -> tuple[Operation, Value]:
    """An operation of an ALU whose operands come from a memory of one port."""
    made = Value(name)
    claims = {(-index - 2, "port"): need.name for index, need in enumerate(needs)}
    memory = Form(
        {**claims, (0, "alu"): name},
        tuple(Need(need, MEMORY, -index - 2) for index, need in enumerate(needs)),
    )
    return Operation(name, (memory,), {made: {"result": 1, MEMORY: 2}}, line=line), made


def claims(section: Section, period: int | None) -> Counter[tuple[int, str]]:
    made: Counter[tuple[int, str]] = Counter()
    for operation in section.operations:
        assert operation.form is not None
        assert operation.cycle is not None
        for cycle, name in operation.form.claims:
            at = operation.cycle + cycle
            made[at if period is None else at % period, name] += 1
    return made


@pytest.mark.parametrize("seed", range(20))
def test_nothing_collides_and_nothing_is_read_too_early(seed: int) -> None:
    chance = random.Random(seed)
    values = [Value(f"in{i}", readable=0) for i in range(4)]
    operations = []
    for number in range(40):
        operation, made = add(f"op{number}", *chance.sample(values, 2))
        operations.append(operation)
        values.append(made)
    section = schedule(operations, seed=seed)
    assert section is not None
    assert max(claims(section, None).values()) == 1
    for operation in section.operations:
        assert operation.form is not None
        assert operation.cycle is not None
        for need in operation.form.needs:
            assert need.value.readable is not None
            assert need.value.readable <= operation.cycle + need.cycle


def test_a_loop_overlaps_with_itself() -> None:
    start = Value("start")
    first, middle = add("first", start, start)
    second, last = add("second", middle, start)
    # Four reads of one port: no loop is shorter, and none this short without overlap.
    for period in range(1, 20):
        section = schedule([first, second], period=period, carried={start: last})
        if section is not None:
            break
    assert section is not None
    assert period >= 4
    assert max(claims(section, period).values()) == 1
    assert start.readable is not None
    assert last.readable is not None
    assert last.readable <= start.readable + period
    assert section.tail == () or len(section.tail) < period


def test_an_operation_without_its_value_is_named_with_its_line() -> None:
    operation, _ = add("sum", Value("nothing"), line="program.py:7")
    with pytest.raises(GatehashError, match=r"program.py:7: sum can.t be scheduled: nothing is"):
        schedule([operation])


def test_a_result_that_is_gone_is_refused() -> None:
    first, made = add("first", Value("in", readable=0))
    first.makes = {made: {"result": 1}}
    # The result stands for one cycle, in which the port that the second also needs is not free.
    late = Form({(0, "alu"): "late"}, (Need(made, "result", 0), Need(made, MEMORY, -1)))
    second = Operation("second", (late,), {}, line="program.py:9")
    with pytest.raises(GatehashError, match=r"program.py:9: second .* is never in memory"):
        schedule([first, second])


def test_what_is_taken_stays_free() -> None:
    operation, _ = add("sum", Value("in", readable=0))
    section = schedule([operation], taken=[{"port": "x"}, {}, {"alu": "y"}])
    assert section is not None
    assert operation.cycle == 3
    assert section.words[0] == {"port": "x"}


@pytest.mark.parametrize(("taken", "readable"), [([], 4), ([{}, {}, {}, {"write": "x"}], 6)])
def test_a_form_makes_in_its_own_time(taken: list[dict[str, object]], readable: int) -> None:
    first, made = add("first", Value("in", readable=0))
    forms = tuple(
        first.forms[0].joined(
            Form({(late, "write"): "first"}, makes={made: {"result": 1, MEMORY: late + 1}})
        )
        for late in (1, 3)
    )
    first.forms = tuple(form for form in forms if form is not None)
    second, _ = add("second", made)
    assert schedule([first, second], taken=taken) is not None
    assert made.readable == readable
    assert second.cycle == readable + 2
