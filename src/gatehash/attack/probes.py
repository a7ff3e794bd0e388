# SPDX-License-Identifier: Apache-2.0
"""First-order checks of masked circuits in the glitch-extended probing model.

A probe on a wire sees the registers and ports that the wire depends on through logic, in one cycle
(Faust et al., "Composable Masking Schemes in the Presence of Physical Defaults", TCHES 2018(3)), or
with transitions in two cycles that follow each other. A circuit is first-order secure if the joint
distribution of each such set of values is the same for all secrets. Shares are uniform and random
bits fresh.

A set is decided by its truth table where that is small. Where it is large it is first made smaller
by rules that keep the answer in both directions:

- a value that is the sum of a random bit or a share, on which no other value of the set depends,
  and of something else is left out: it is uniform and independent of all others (Barthe et al.,
  "Verified Proofs of Higher-Order Masking", EUROCRYPT 2015, rule "optimistic sampling");
- sets without a common random bit or share are decided by themselves: for each secret they are
  independent, so that their joint distribution is the product of theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gatehash.attack.ttest import FAMILY_WISE
from gatehash.attack.unrolled import Unrolled, Words, table_of
from gatehash.errors import GatehashError
from gatehash.extras import missing

__all__ = ["LIMIT", "SMALL", "Composability", "Found", "GTest", "Leak", "Probes", "Verdict"]

SMALL, LIMIT = 16, 22
"""Most variables of a truth table before rules are tried, and at all."""

_ALL = (1 << 64) - 1
_CODE_BITS = 12
# Most of -log10 of a probability.
_HIGHEST = 1e6
# Least number of runs in a cell of a table that is expected, and so counts.
_LEAST = 5


@dataclass(frozen=True)
class Leak:
    """A wire that leaks.

    Parameters
    ----------
    wire : str
        Its name.
    cycle : int
        The first cycle.
    sees : tuple of str
        The registers and ports that a probe of it sees.
    """

    wire: str
    cycle: int
    sees: tuple[str, ...]


@dataclass(frozen=True)
class Verdict:
    """The verdict on a set of values.

    Parameters
    ----------
    leaks : bool or None
        Whether it leaks; None if it is too large.
    composed : bool
        Whether rules were needed.
    """

    leaks: bool | None
    composed: bool = False


@dataclass(frozen=True)
class Found:
    """The result of a check of all probes.

    Parameters
    ----------
    exact, composed, skipped : int
        Different sets of values that were decided by their truth tables, by rules, and not at all.
    leaks : tuple of Leak
        A wire for each set that leaks.
    """

    exact: int
    composed: int
    skipped: int
    leaks: tuple[Leak, ...]


@dataclass(frozen=True)
class Composability:
    """Whether any probe can be simulated from few shares, and so gadgets be put together.

    Parameters
    ----------
    ni : bool
        From one share of each secret (Barthe et al., CCS 2016).
    sni : bool
        Also, probes of outputs from none.
    pini : bool
        From shares of one index; of an output from those of its own (Cassiers and Standaert, IEEE
        TIFS 2020).
    """

    ni: bool
    sni: bool
    pini: bool


@dataclass(frozen=True)
class GTest:
    """The result of a test of all probes on simulated runs.

    Parameters
    ----------
    largest : float
        Largest statistic, as -log10 of its probability without leakage.
    threshold : float
        The same of the threshold for all sets together.
    leaks : tuple of Leak
        A wire for each set over it, twice.
    """

    largest: float
    threshold: float
    leaks: tuple[Leak, ...]


class Probes:
    """The probes of a circuit over some cycles.

    Parameters
    ----------
    unrolled : Unrolled
        The circuit.
    wires : mapping
        Names of its nets.
    transitions : bool
        Whether a probe sees the values of the cycle before as well.
    """

    def __init__(
        self, unrolled: Unrolled, wires: Mapping[int, str], *, transitions: bool = False
    ) -> None:
        self._of = unrolled
        self._names = wires
        self._transitions = transitions

    @property
    def wires(self) -> int:
        """Number of wires, registers and inputs included."""
        return len(self._of.cones) - 2

    @cached_property
    def sets(self) -> Mapping[frozenset[int], tuple[int, int]]:
        """The different sets of nodes, each with the wire and the cycle of one probe of it."""
        found: dict[frozenset[int], tuple[int, int]] = {}
        for cycle in range(self._of.sharing.cycles):
            for net in self._of.cones:
                nodes = frozenset(self._seen(net, cycle))
                if nodes:
                    found.setdefault(nodes, (net, cycle))
        return found

    def _seen(self, net: int, cycle: int) -> Iterator[int]:
        for when in range(cycle - (self._transitions and cycle > 0), cycle + 1):
            for source in self._of.cones[net]:
                node = self._of.value(source, when)
                if not self._of.is_constant(node):
                    yield node

    def check(self) -> Found:
        """Decide all sets."""
        clean: list[tuple[frozenset[int], Verdict]] = []
        counts = {"exact": 0, "composed": 0, "skipped": 0}
        leaks = []
        for nodes in sorted(self.sets, key=len, reverse=True):
            # Part of a set that does not leak does not leak either.
            whole = next((verdict for each, verdict in clean if nodes <= each), None)
            verdict = whole or self.verdict(nodes)
            if verdict.leaks is None:
                counts["skipped"] += 1
                continue
            counts["composed" if verdict.composed else "exact"] += 1
            if verdict.leaks:
                leaks.append(self._leak(nodes))
            elif whole is None:
                clean.append((nodes, verdict))
        return Found(**counts, leaks=tuple(leaks))

    def verdict(self, nodes: Iterable[int], *, small: int = SMALL, limit: int = LIMIT) -> Verdict:
        """Decide a set of nodes.

        Parameters
        ----------
        nodes : iterable of int
            The nodes.
        small, limit : int
            Most variables of a truth table before rules are tried, and at all.
        """
        whole = [*nodes]
        if self._variables(whole).bit_count() <= small:
            return Verdict(self._depends(whole))
        parts = self._parts(self._without_uniform(whole, ~self._is_secret))
        composed = len(parts) != 1 or len(parts[0]) < len(whole)
        leaks = False
        for part in parts:
            if not self._variables(part) & self._is_secret:
                continue
            if self._variables(part).bit_count() > limit:
                return Verdict(None, composed)
            leaks = leaks or self._depends(part)
        return Verdict(leaks, composed)

    def _variables(self, nodes: Iterable[int]) -> int:
        found = 0
        for node in nodes:
            found |= self._of.support[node]
        return found

    @cached_property
    def _is_secret(self) -> int:
        return sum(
            1 << number
            for number, variable in enumerate(self._of.variables)
            if variable.kind == "secret"
        )

    def _without_uniform(self, nodes: Iterable[int], free: int) -> list[int]:
        """Leave out nodes that are the sum of a variable of their own, one of those in `free`."""
        left = [*nodes]
        while True:
            for place, node in enumerate(left):
                others = self._variables(left[:place] + left[place + 1 :])
                if self._of.linear(node) & free & ~others:
                    del left[place]
                    break
            else:
                return left

    def _parts(self, nodes: Iterable[int]) -> list[list[int]]:
        """Divide nodes into parts that have no random bit and no share in common."""
        parts: list[tuple[int, list[int]]] = []
        for node in nodes:
            has, inside = self._of.support[node] & ~self._is_secret, [node]
            apart = []
            for other, members in parts:
                if other & has:
                    has, inside = has | other, inside + members
                else:
                    apart.append((other, members))
            parts = [*apart, (has, inside)]
        return [members for _, members in parts]

    def _numbers(self, nodes: Iterable[int]) -> list[int]:
        has = self._variables(nodes)
        return [number for number in range(has.bit_length()) if has >> number & 1]

    def _table(self, nodes: Sequence[int], order: Sequence[int]) -> NDArray[np.int64]:
        """Return the joint value of nodes in each row; the last variables are the highest bits."""
        given = dict(zip(order, table_of(len(order)), strict=True))
        words = max(1, (1 << len(order)) // 64)
        code = np.zeros(1 << len(order), np.int64)
        values = 1
        for value in self._of.evaluate(nodes, given, words):
            code = 2 * code + _bits(value)[: len(code)]
            values *= 2
            if values > len(code):
                _, code = np.unique(code, return_inverse=True)
                values = int(code.max()) + 1
        return code

    def _depends(self, nodes: Sequence[int]) -> bool:
        """Whether the distribution of the joint values of nodes depends on the secrets."""
        secrets = [k for k in self._numbers(nodes) if self._is_secret >> k & 1]
        if not secrets:
            return False
        free = [k for k in self._numbers(nodes) if not self._is_secret >> k & 1]
        counts = _histograms(self._table(nodes, [*free, *secrets]), len(secrets))
        return bool((counts != counts[0]).any())

    def composability(self, outputs: Mapping[int, int], limit: int = SMALL) -> Composability | None:
        """Return from which shares all sets can be simulated; None if a set is too large.

        Parameters
        ----------
        outputs : mapping
            The net of each output and the index of its share.
        limit : int
            Most variables of a truth table.
        """
        random = sum(
            1 << number
            for number, variable in enumerate(self._of.variables)
            if variable.kind == "random"
        )
        ni = sni = pini = True
        for cycle in range(self._of.sharing.cycles):
            for net in self._of.cones:
                nodes = self._without_uniform({*self._seen(net, cycle)}, random)
                if self._variables(nodes).bit_count() > limit:
                    return None
                shares = self._needed(nodes)
                secrets = [secret for secret, _ in shares]
                indices = {index for _, index in shares}
                ni = ni and len({*secrets}) == len(secrets)
                if net in outputs:
                    sni = sni and not shares
                    pini = pini and indices <= {outputs[net]}
                pini = pini and len(indices) <= 1
        return Composability(ni, ni and sni, pini)

    def _needed(self, nodes: Sequence[int]) -> set[tuple[int, int]]:
        """Return the shares that the distribution of nodes depends on, by secret and index."""
        has = self._numbers(nodes)
        variables = self._of.variables
        number = {variable: k for k, variable in enumerate(variables)}
        pairs: dict[tuple[str, int, int], None] = {}
        for k in has:
            if variables[k].kind != "random":
                one = variables[k]
                pairs[one.name, one.bit, one.cycle] = None
        order = [k for k in has if variables[k].kind == "random"]
        places = []
        for name, bit, cycle in pairs:
            both = []
            for kind in ("share", "secret"):
                found = next(
                    k
                    for variable, k in number.items()
                    if (variable.kind, variable.name, variable.bit, variable.cycle)
                    == (kind, name, bit, cycle)
                )
                both.append(found)
            places.append(both)
            order += both
        counts = _histograms(self._table(nodes, order), 2 * len(places))
        rows = np.arange(len(counts))
        needed = set()
        for at, (share, _) in enumerate(places):
            # The first share is alone changed where it and the secret are; the second with the
            # secret.
            for index, flips in ((0, 0b11), (1, 0b10)):
                if (counts[rows ^ flips << 2 * at] != counts).any():
                    needed.add((share, index))
        return needed

    def _leak(self, nodes: frozenset[int]) -> Leak:
        net, cycle = self.sets[nodes]
        seen = sorted(self._names.get(each, str(each)) for each in self._of.cones[net])
        return Leak(self._names.get(net, str(net)), cycle, tuple(seen))

    def gtest(self, runs: int, seed: int) -> GTest:
        """Test all sets on runs with fixed secrets against runs with random ones.

        The G-test of the joint values, as PROLEAD has it (Müller and Moradi, TCHES 2022(4)). A set
        over the threshold counts if it is over it with another seed as well.

        Parameters
        ----------
        runs : int
            Number of runs, half of which have the fixed secrets.
        seed : int
            Seed.

        Raises
        ------
        GatehashError
            If SciPy is missing.
        """
        threshold = -np.log10(FAMILY_WISE / len(self.sets))
        first = self._statistics([*self.sets], runs, [seed, 0])
        hits = [nodes for nodes, value in first.items() if value > threshold]
        again = self._statistics(hits, runs, [seed, 1])
        leaks = [self._leak(nodes) for nodes in hits if again[nodes] > threshold]
        largest = max(first.values(), default=0.0)
        return GTest(float(largest), float(threshold), tuple(leaks))

    def _statistics(
        self, sets: Sequence[frozenset[int]], runs: int, seed: Sequence[int]
    ) -> dict[frozenset[int], float]:
        """Return -log10 of the probability of each set's statistic without leakage."""
        if not sets:
            return {}
        random = np.random.default_rng([*seed])
        words = -(-runs // 64)
        given: dict[int, Words] = {}
        for number, variable in enumerate(self._of.variables):
            drawn = random.integers(0, 1 << 64, words, np.uint64, endpoint=False)
            if variable.kind == "secret":
                # The fixed secret is the same with each seed: a hit is to be repeated.
                half = words // 2
                drawn[:half] = np.uint64(_ALL if _fixed(seed[0], number) else 0)
            given[number] = drawn
        nodes = sorted({node for each in sets for node in each})
        bits = {
            node: _bits(value)
            for node, value in zip(nodes, self._of.evaluate(nodes, given, words), strict=True)
        }
        return {each: _g([bits[node] for node in each], 64 * (words // 2)) for each in sets}


def _fixed(seed: int, number: int) -> int:
    return int(np.random.default_rng([seed, 2, number]).integers(2))


def _bits(words: Words) -> NDArray[np.uint8]:
    return np.unpackbits(words.astype("<u8").view(np.uint8), bitorder="little")


def _histograms(code: NDArray[np.int64], secrets: int) -> NDArray[np.int64]:
    """Return how often each joint value comes, for each value of the highest variables."""
    _, code = np.unique(code, return_inverse=True)
    values = int(code.max()) + 1
    rows = np.arange(len(code)) >> (len(code).bit_length() - 1 - secrets)
    return np.bincount(rows * values + code, minlength=values << secrets).reshape(-1, values)


def _rarity(statistic: float, freedom: int) -> float:
    """Return -log10 of the probability that chi-squared is so large."""
    try:
        from scipy.stats import chi2
    except ImportError:
        raise GatehashError(missing("scipy")) from None
    return min(_HIGHEST, float(-chi2.logsf(statistic, freedom) / np.log(10)))


def _g(bits: Sequence[NDArray[np.uint8]], fixed: int) -> float:
    """Return -log10 of the probability of the G statistic of joint values.

    Parameters
    ----------
    bits : sequence of array of uint8, shape (runs,)
        The values of each node.
    fixed : int
        Runs with fixed secrets, which come first.
    """
    code = np.zeros(len(bits[0]), np.int64)
    for place, each in enumerate(bits):
        # Sums of many values are compared; a leak may cancel out of a sum, and no other enters it.
        code ^= each.astype(np.int64) << (place * 5 % _CODE_BITS if place >= _CODE_BITS else place)
    counts = np.stack(
        [
            np.bincount(code[:fixed], minlength=1 << _CODE_BITS),
            np.bincount(code[fixed:], minlength=1 << _CODE_BITS),
        ]
    ).astype(float)
    # Values that are rare count as one.
    total = counts.sum(axis=0)
    share = counts.sum(axis=1).min() / counts.sum()
    rare = total * share < _LEAST
    counts = np.column_stack([counts[:, ~rare], counts[:, rare].sum(axis=1)])
    counts = counts[:, counts.sum(axis=0) > 0]
    if counts.shape[1] < 2:
        return 0.0
    expected = counts.sum(axis=0) * counts.sum(axis=1, keepdims=True) / counts.sum()
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.where(counts > 0, counts * np.log(counts / expected), 0.0)
    g = max(0.0, 2 * float(terms.sum()))
    return _rarity(g, counts.shape[1] - 1)
