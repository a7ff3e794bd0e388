"""Digests of circuits: equal up to names and order, different for any other change."""

import random

import pytest

from gatehash.records.circuit import circuit_digest

# Variables of gates and their literals, next states of latches, literals of outputs.
Gates = list[tuple[int, int]]


def aiger(
    inputs: int, latches: list[int], gates: Gates, bad: list[int], head: str = "0 {}"
) -> bytes:
    """Return a circuit in AIGER's binary form; variables are inputs, latches, gates in turn."""
    first = inputs + len(latches) + 1
    counts = head.format(len(bad))
    lines = [f"aig {first + len(gates) - 1} {inputs} {len(latches)} {counts}"]
    place = lines[0].split()
    lines[0] = " ".join([*place[:5], str(len(gates)), *place[5:]])
    body = b""
    for number, pair in enumerate(gates):
        high, low = sorted(pair, reverse=True)
        for delta in (2 * (first + number) - high, high - low):
            while delta > 0x7F:
                body += bytes((delta & 0x7F | 0x80,))
                delta >>= 7
            body += bytes((delta,))
    text = "\n".join([*lines, *map(str, latches), *map(str, bad)]) + "\n"
    return text.encode() + body


def made(seed: int) -> tuple[int, list[int], Gates, list[int]]:
    """Return a random circuit whose gates all matter."""
    rng = random.Random(seed)
    inputs, latches, gates = 6, 5, 40
    found: Gates = []
    for number in range(gates):
        most = inputs + latches + number
        pair = sorted(rng.sample(range(1, most + 1), 2))
        found.append((2 * pair[0] + rng.randrange(2), 2 * pair[1] + rng.randrange(2)))
    every = range(2, 2 * (inputs + latches + gates) + 2)
    after = rng.sample(every, latches)
    return inputs, after, found, rng.sample(range(2 * (inputs + latches + 1), max(every)), 8)


def shuffled(
    inputs: int, latches: list[int], gates: Gates, bad: list[int], seed: int
) -> tuple[int, list[int], Gates, list[int]]:
    """Return the same circuit with its variables in another order."""
    rng = random.Random(seed)
    new = {0: 0}
    for first, count in ((1, inputs), (inputs + 1, len(latches))):
        places = rng.sample(range(first, first + count), count)
        new.update(zip(range(first, first + count), places, strict=True))
    start = inputs + len(latches) + 1
    waiting = set(range(len(gates)))
    order: list[int] = []
    while waiting:
        ready = [at for at in waiting if all(literal // 2 in new for literal in gates[at])]
        at = rng.choice(sorted(ready))
        new[start + at] = start + len(order)
        order.append(at)
        waiting.remove(at)

    def of(literal: int) -> int:
        return 2 * new[literal // 2] + literal % 2

    moved = [0] * len(latches)
    for place, literal in enumerate(latches):
        moved[new[inputs + 1 + place] - inputs - 1] = of(literal)
    found = [(of(gates[at][0]), of(gates[at][1])) for at in order]
    outputs = [of(literal) for literal in bad]
    rng.shuffle(outputs)
    return inputs, moved, found, outputs


@pytest.mark.parametrize("seed", range(20))
def test_order_does_not_count(seed: int) -> None:
    circuit = made(seed)
    digest = circuit_digest(aiger(*circuit))
    assert circuit_digest(aiger(*shuffled(*circuit, seed))) == digest


@pytest.mark.parametrize("seed", range(20))
def test_an_inverter_counts_where_it_matters(seed: int) -> None:
    inputs, latches, gates, bad = made(seed)
    digest = circuit_digest(aiger(inputs, latches, gates, bad))
    seen = {2 * number for number in reached(inputs, latches, gates, bad)}
    first = inputs + len(latches) + 1
    for place, (left, right) in enumerate(gates):
        changed = [*gates[:place], (left ^ 1, right), *gates[place + 1 :]]
        other = circuit_digest(aiger(inputs, latches, changed, bad))
        assert (other != digest) == (2 * (first + place) in seen)


def reached(inputs: int, latches: list[int], gates: Gates, bad: list[int]) -> set[int]:
    seen: set[int] = set()
    wanted = [literal // 2 for literal in bad]
    while wanted:
        each = wanted.pop()
        if each in seen:
            continue
        seen.add(each)
        if each > inputs + len(latches):
            wanted += [literal // 2 for literal in gates[each - inputs - len(latches) - 1]]
        elif each > inputs:
            wanted.append(latches[each - inputs - 1] // 2)
    return seen


def test_parts_that_look_alike_are_told_apart() -> None:
    """Each register of a ring of six looks like one of two rings of three."""
    bad = [2 * (1 + place) for place in range(6)]
    six = [2 * (1 + (place + 1) % 6) for place in range(6)]
    three = [2 * (1 + place // 3 * 3 + (place + 1) % 3) for place in range(6)]
    assert circuit_digest(aiger(0, six, [], bad)) != circuit_digest(aiger(0, three, [], bad))
    turned = [2, 4, 6, 8, 10, 12][::-1]
    assert circuit_digest(aiger(0, six, [], turned)) == circuit_digest(aiger(0, six, [], bad))


def test_kinds_of_outputs_and_first_values_count() -> None:
    circuit = aiger(1, [2], [(2, 4)], [6])
    found = {
        circuit_digest(circuit),
        circuit_digest(aiger(1, [2], [(2, 4)], [6], "{}")),
        circuit_digest(aiger(1, [2], [(2, 4)], [6], "0 0 {}")),
        circuit_digest(aiger(1, [2], [(2, 4)], [7])),
        circuit_digest(circuit.replace(b"\n2\n", b"\n2 1\n", 1)),
        circuit_digest(circuit.replace(b"\n2\n", b"\n2 4\n", 1)),
    }
    assert len(found) == 6
    assert circuit_digest(circuit.replace(b"\n2\n", b"\n2 0\n", 1)) == circuit_digest(circuit)


@pytest.mark.parametrize("text", [b"", b"aag 1 1 0 0 0\n2\n", b"aig 3 1 1 0 1 1\n2\n6\n\x02"])
def test_what_is_no_circuit_is_refused(text: bytes) -> None:
    with pytest.raises(ValueError, match=r"^it (is|has) "):
        circuit_digest(text)
