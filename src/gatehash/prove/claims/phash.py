# SPDX-License-Identifier: Apache-2.0
"""PHASH: what its ciphers encrypt, and the reduction of their results.

A cycle is one step of either. Control is free: it chooses what a step does to words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from gatehash.catalog.phash import PIPELINED_STAGES, STAGES
from gatehash.catalog.phash_timing import RING_STAGES
from gatehash.catalog.whirlpool import W_CIPHER_SOURCES
from gatehash.catalog.whirlpool_piped import W_RING_SOURCES
from gatehash.models.phash import GROUP
from gatehash.prove.kernel.properties import Property
from gatehash.prove.kernel.smt import Case
from gatehash.prove.kernel.sums import add
from gatehash.prove.kernel.term import Term, const, ones, var
from gatehash.prove.kernel.terms import and_, concat, equal, extend, extract, ite, not_, or_, xor
from gatehash.prove.kernel.transition import Cycle, Transition
from gatehash.prove.tools.designs import designs_of
from gatehash.prove.tools.equivalence import equivalence

__all__ = ["phash_properties", "plaintext"]

_SOURCES = (
    "prim/generic/gh_lut4.sv",
    "prim/generic/gh_copies.sv",
    "stream/gh_fifo.sv",
    *W_CIPHER_SOURCES,
    "engine/gh_whirlpool_piped_pkg.sv",
    *W_RING_SOURCES,
    "phash/gh_phash_pkg.sv",
    "phash/gh_phash_ring_cipher.sv",
    "phash/gh_phash_reducer.sv",
    "phash/gh_phash_core.sv",
)
"""RTL files of PHASH below ``rtl/``."""
_OFF = const(0, 1)
# Cycles from a cipher's start to its next one; those that start together have a slot each.
_PERIOD, _RING_PERIOD = 10, 11
# Where starts are at least so many cycles apart the core holds the next block.
_APART = 2
_LOADS = "gen_holds.loads"
_BYTE = 8
_Y_BYTES, _Z_BYTES, _NUMBER_BYTES = 48, 64, 16
_VALUE_BITS = 512
_SLICES = 8
_SLICE = _VALUE_BITS // _SLICES
_PLACE_BITS = GROUP.bit_length() - 1
_LEVEL_BITS = 5
# The reducer's tag of a value, and what it makes of tags, the highest bits first.
_TAG = {"valid": 1, "level": _LEVEL_BITS, "first": 1, "half": 1, "ends": 1, "last": 1, "digest": 1}
_CHOICES = ("first", "any_a", "ends", "group_valid", "adds", "adds_first", "adds_half")
# Slots and levels of the reduction, and whether its stack is in block memories.
_REDUCTIONS = ((1, 1, 0), (1, 2, 0), (2, 2, 0), (1, 2, 1))
# Numbers of ciphers with one slot and with two, and the stages of those that get operands alike.
_OPERANDS = {
    "ciphers1": (1, (STAGES, PIPELINED_STAGES)),
    "ciphers11": (11, (STAGES, PIPELINED_STAGES)),
    "ciphers1-ring": (1, (RING_STAGES,)),
}
_LEVELS = 4


def phash_properties() -> Iterator[Property]:
    """Yield the properties of PHASH, but for those of its cipher."""
    for slots, levels, block_memory in _REDUCTIONS:
        yield equivalence(
            f"slots{slots}-levels{levels}" + block_memory * "-block-memory",
            "gh_phash_reducer",
            "For every choice of the control, the values of a cycle change A and B of each level "
            "as in the model, and each job has the model's contents, tag and number.",
            partial(_reduction, slots, levels, block_memory=bool(block_memory)),
            designs=designs_of("phash"),
            sources=_SOURCES,
            Slots=slots,
            Levels=levels,
            BlockMemory=block_memory,
        )
    for label, (ciphers, stages) in _OPERANDS.items():
        yield equivalence(
            label,
            "gh_phash_core",
            "The cipher of a slot receives V and Z of the slot's block, or A and B of a job, and "
            "the slot's value is the result of its ciphers.",
            partial(_operands, ciphers, stages[0], _LEVELS),
            designs=[name for each in stages for name in designs_of("phash", Stages=each)],
            sources=_SOURCES,
            Ciphers=ciphers,
            Stages=stages[0],
            Levels=_LEVELS,
        )


def _fields(word: Term, widths: Mapping[str, int]) -> dict[str, Term]:
    """Return the fields of a packed structure, by name."""
    found, low = {}, word.width
    for name, width in widths.items():
        low -= width
        found[name] = extract(word, low, width)
    return found


def _bit(word: Term, place: int) -> Term:
    return extract(word, place, 1)


def _chosen(words: list[Term], place: Term) -> Term:
    """Return the word at a place."""
    found = words[0]
    for number, word in enumerate(words):
        found = ite(equal(place, const(number, place.width)), word, found)
    return found


def plaintext(block: Term, number: Term) -> Term:
    """Return V of a block and its number."""
    wide = extend(number, _BYTE * _NUMBER_BYTES)
    # Big-endian: the lowest byte is the last one.
    last_first = (extract(wide, _BYTE * at, _BYTE) for at in range(_NUMBER_BYTES))
    return concat(*last_first, extract(block, 0, _BYTE * _Y_BYTES))


def _operands(ciphers: int, stages: int, levels: int, module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_phash_core``: V and Z of each block, and how they reach a cipher.

    Parameters
    ----------
    ciphers, stages, levels : int
        Parameters of the core.
    module : Transition
        The module.
    """
    period = _RING_PERIOD if stages == RING_STAGES else _PERIOD
    slots = -(-ciphers // period)
    block_bits = _BYTE * (_Y_BYTES + _Z_BYTES)
    given = concat(*(var(f"block {slot}", block_bits) for slot in reversed(range(slots))))
    state = module.free_state()
    # With so few ciphers a block waits in a register, where it stays for a cycle after its start.
    holds = period // ciphers >= _APART
    if holds:
        for loads in (0, ones(_SLICES)):
            steered = module.hold(state, _LOADS, const(loads, _SLICES))
            before = module.step(steered, {"rst_i": _OFF, "block_i": given})
            after = module.step(before.state, {"rst_i": _OFF}, 1)
            want = given if loads else before.net("block")
            yield Case("block: loads" if loads else "block: stays", after.net("block"), want)
        state = module.hold(state, _LOADS, const(0, _SLICES))
    first = module.step(state, {"rst_i": _OFF, "block_i": given})
    second = module.step(first.state, {"rst_i": _OFF}, 1)
    started = first.net("block")
    if not holds:
        yield Case("blocks", started, given)
    blocks = [extract(started, block_bits * slot, block_bits) for slot in range(slots)]
    index_bits = _PLACE_BITS * levels
    number = concat(first.net("group_q"), const(0, _PLACE_BITS))
    number = extract(number, 0, index_bits) if levels > 1 else const(0, index_bits)
    made: list[tuple[Term, Term]] = []
    for slot, block in enumerate(blocks):
        place = add(first.net("place_q"), const(slot, _PLACE_BITS))
        want = plaintext(block, or_(number, extend(place, index_bits)))
        key = extract(block, _BYTE * _Y_BYTES, _BYTE * _Z_BYTES)
        made.append((key, want))
        for net, term in (("block_key", key), ("block_plaintext", want)):
            got = extract(second.net(net), _VALUE_BITS * slot, _VALUE_BITS)
            yield Case(f"slot {slot}: {net}", got, term)
    # A job takes slot 0, and moves blocks to the next slot.
    moves = var("job moves", 1)
    copies = concat(*[moves] * _SLICES)
    now = module.hold(first.state, "job_moves", copies)
    third = module.step(module.step(now, {"rst_i": _OFF}, 1).state, {"rst_i": _OFF}, 2)
    job = (first.net("job_key"), first.net("job_plaintext"))
    yield Case("job: key", second.net("job_key_q"), job[0])
    yield Case("job: plaintext", second.net("job_plaintext_q"), job[1])
    for slot in range(slots):
        moved = made[slot - 1] if slot else job
        want_key, want_text = (ite(moves, *pair) for pair in zip(moved, made[slot], strict=True))
        low = _VALUE_BITS * slot
        yield Case(f"slot {slot}: key", extract(third.net("key_q"), low, _VALUE_BITS), want_key)
        text = extract(third.net("plaintext_q"), low, _VALUE_BITS)
        yield Case(f"slot {slot}: plaintext", text, want_text)
    yield from _entries(ciphers, period, slots, third)


def _entries(ciphers: int, period: int, slots: int, cycle: Cycle) -> Iterator[Case]:
    """Yield that each cipher gets the operands of its slot, and that each slot gets its results."""
    ring = period == _RING_PERIOD
    kind, entered = ("gen_ring", "plaintext") if ring else ("gen_rounds", "whitened")
    results: list[list[Term]] = [[] for _ in range(slots)]
    phases: dict[int, int] = {}
    for cipher in range(ciphers):
        phase = cipher * period // ciphers
        slot = phases.get(phase, 0)
        phases[phase] = slot + 1
        low, name = _VALUE_BITS * slot, f"gen_ciphers[{cipher}].{kind}.u_cipher"
        key, text = (extract(cycle.net(net), low, _VALUE_BITS) for net in ("key_q", "plaintext_q"))
        yield Case(f"{name}: key", cycle.net(f"{name}.key_i"), key)
        # A ring adds the key itself.
        want = text if ring else xor(key, text)
        yield Case(f"{name}: {entered}", cycle.net(f"{name}.{entered}_i"), want)
        results[slot].append(extract(cycle.net("result_q"), _VALUE_BITS * cipher, _VALUE_BITS))
    for slot, found in enumerate(results):
        got = extract(cycle.net("value"), _VALUE_BITS * slot, _VALUE_BITS)
        yield Case(f"slot {slot}: value", got, or_(*found))


def _reduction(
    slots: int, levels: int, module: Transition, *, block_memory: bool = False
) -> Iterator[Case]:
    """Yield the equations of ``gh_phash_reducer``: what values add to A and B, and tags choose.

    Parameters
    ----------
    slots, levels, block_memory : int
        Parameters of the reducer.
    module : Transition
        The module.
    """
    address_bits = 1 + max(1, (levels - 2).bit_length())
    widths = {"to_a": slots, "to_b": slots, **dict.fromkeys(_CHOICES, 1), "address": address_bits}
    chosen = var("control", sum(widths.values()))
    given = {
        "rst_i": _OFF,
        "value_i": var("values", _VALUE_BITS * slots),
        "next_tag_i": var("tags", sum(_TAG.values()) * slots),
        "forget_i": var("forgets", 1),
        "job_ready_i": var("ready", 1),
    }
    state = module.hold(module.free_state(), "control", concat(*[chosen] * (_SLICES + 1)))
    cycle = module.step(state, given)
    after = module.step(cycle.state, {"rst_i": _OFF}, 1)
    control = _fields(chosen, widths)
    values = [extract(given["value_i"], _VALUE_BITS * slot, _VALUE_BITS) for slot in range(slots)]
    yield from _sums(levels, control, values, cycle, after, block_memory=block_memory)
    yield from _tags(slots, levels, control, given, cycle, after)
    yield from _jobs(control, given, cycle, after)


def _words(cycle: Cycle, net: str) -> Term:
    """Return a word of all slices."""
    return concat(*(cycle.net(f"gen_slices[{at}].{net}") for at in reversed(range(_SLICES))))


def _stack(cycle: Cycle, memory: str, places: int) -> list[Term]:
    return [_words(cycle, f"gen_stack.{memory}[{at}]") for at in range(places)]


def _sums(
    levels: int,
    control: Mapping[str, Term],
    values: list[Term],
    cycle: Cycle,
    after: Cycle,
    *,
    block_memory: bool,
) -> Iterator[Case]:
    zero = const(0, _VALUE_BITS)
    a, b = _words(cycle, "a_q"), _words(cycle, "b_q")
    next_a, next_b = ite(control["first"], zero, a), ite(control["any_a"], zero, b)
    for slot, value in enumerate(values):
        next_a = xor(next_a, ite(_bit(control["to_a"], slot), value, zero))
        next_b = xor(next_b, ite(_bit(control["to_b"], slot), value, zero))
    yield Case("A", _words(after, "a_q"), next_a)
    yield Case("B", _words(after, "b_q"), next_b)
    group_a, group_b = _words(cycle, "group_a_q"), _words(cycle, "group_b_q")
    yield Case("group: A", _words(after, "group_a_q"), ite(control["ends"], next_a, group_a))
    yield Case("group: B", _words(after, "group_b_q"), ite(control["ends"], next_b, group_b))
    stack_a = stack_b = zero
    if levels > 1:
        address = control["address"]
        places = 1 << address.width
        kind = "gen_block" if block_memory else "gen_distributed"
        memories = [f"{kind}.memory_{which}" for which in "ab"]
        old_a, old_b = (_stack(cycle, memory, places) for memory in memories)
        new_a, new_b = (_stack(after, memory, places) for memory in memories)
        stack_a, stack_b = _chosen(old_a, address), _chosen(old_b, address)
        if block_memory:
            # Read a cycle ahead, from the address of that cycle.
            ahead = extract(cycle.net("control_d"), 0, address.width)
            for which, old in (("a", old_a), ("b", old_b)):
                read = _words(after, f"stack_{which}")
                yield Case(f"stack: read of {which.upper()}", read, _chosen(old, ahead))
            stack_a, stack_b = (_words(cycle, f"stack_{which}") for which in "ab")
        half, value = control["adds_half"], values[0]
        sum_a = xor(ite(control["adds_first"], zero, stack_a), ite(half, zero, value))
        # B begins with the second half.
        sum_b = ite(half, xor(stack_b, value), zero)
        for at in range(places):
            here = and_(control["adds"], equal(address, const(at, address.width)))
            yield Case(f"stack, place {at}: A", new_a[at], ite(here, sum_a, old_a[at]))
            yield Case(f"stack, place {at}: B", new_b[at], ite(here, sum_b, old_b[at]))
    waits = control["group_valid"]
    yield Case("job: key", cycle.output("job_key_o"), ite(waits, group_a, stack_a))
    yield Case("job: plaintext", cycle.output("job_plaintext_o"), ite(waits, group_b, stack_b))


def _tags(
    slots: int,
    levels: int,
    control: Mapping[str, Term],
    given: Mapping[str, Term],
    cycle: Cycle,
    after: Cycle,
) -> Iterator[Case]:
    """Yield what the tags of a cycle choose in the next one, the same for all slices."""
    width = sum(_TAG.values())
    tags = [_fields(extract(given["next_tag_i"], width * at, width), _TAG) for at in range(slots)]
    level_0 = const(0, _LEVEL_BITS)
    comes = [and_(tag["valid"], equal(tag["level"], level_0)) for tag in tags]
    to_a = [and_(here, not_(tag["half"])) for here, tag in zip(comes, tags, strict=True)]
    to_b = [and_(here, tag["half"]) for here, tag in zip(comes, tags, strict=True)]

    def any_with(name: str) -> Term:
        return or_(_OFF, *(and_(here, tag[name]) for here, tag in zip(comes, tags, strict=True)))

    own = tags[0]
    high = and_(own["valid"], not_(equal(own["level"], level_0)), not_(own["digest"]))
    adds = _OFF
    for level in range(1, levels):
        adds = or_(adds, and_(high, equal(own["level"], const(level, _LEVEL_BITS))))
    taken = and_(given["job_ready_i"], control["group_valid"])
    waits = or_(control["ends"], and_(control["group_valid"], not_(taken)))
    want = (
        *reversed(to_a),
        *reversed(to_b),
        *(any_with("first"), or_(_OFF, *to_a), any_with("ends"), waits),
        *(adds, own["first"], own["half"]),
    )
    total = sum(term.width for term in want) + control["address"].width
    copies = after.net("control")
    for at in range(_SLICES + 1):
        low = total * at + control["address"].width
        got = extract(copies, low, total - control["address"].width)
        yield Case(f"choices of slice {at}", got, concat(*want))
    # All slices have the same address.
    for at in range(1, _SLICES + 1):
        first, other = (extract(copies, total * which, total) for which in (0, at))
        yield Case(f"address of slice {at}", other, first)


def _jobs(
    control: Mapping[str, Term], given: Mapping[str, Term], cycle: Cycle, after: Cycle
) -> Iterator[Case]:
    """Yield the tag of a group of level 0, and the number of values of the next level."""
    bits = _PLACE_BITS + 1
    before, then = (extract(each.net("count_q"), 0, bits) for each in (cycle, after))
    many, place = _bit(before, _PLACE_BITS), extract(before, 0, _PLACE_BITS)
    last, none = cycle.net("group_last_q"), const(0, _PLACE_BITS)
    full = equal(place, const(ones(_PLACE_BITS), _PLACE_BITS))
    tag = {
        "valid": const(1, 1),
        "level": const(1, _LEVEL_BITS),
        "first": equal(place, none),
        "half": _bit(place, _PLACE_BITS - 1),
        "ends": or_(last, full),
        "last": last,
        "digest": and_(last, equal(place, none), not_(many)),
    }
    waits = (control["group_valid"],)
    yield Case("tag of a job", cycle.output("job_tag_o"), concat(*tag.values()), waits)
    counted = concat(
        and_(not_(last), or_(many, full)), ite(last, none, add(place, const(1, _PLACE_BITS)))
    )
    want = ite(given["job_ready_i"], counted, before)
    want = ite(given["forget_i"], const(0, bits), want)
    yield Case("number of a job", then, want, waits)
