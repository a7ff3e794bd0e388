# SPDX-License-Identifier: Apache-2.0
"""A stream top between a source and a sink, with a watch on both."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import repeat
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge, with_timeout
from cocotb.utils import get_sim_time
from cocotbext.axi import (
    AxiStreamBus,
    AxiStreamFrame,
    AxiStreamSink,
    AxiStreamSource,
)
from tests.rtl.bench_tools import make_rng, scrambled, stalls
from tests.rtl.stream_packets import BEATS, DESIGN, JOB, PACE, PERIOD_NS, STREAM, TIMING, Packet


class Ports:
    """The ports of a stream: ``source.tvalid``, ``sink.tdata``, ``config.tlast``."""

    def __init__(self, dut: Any, stream: int) -> None:
        number = str(stream) if stream and not DESIGN.hardware.shared else ""
        self.names = [f"s{number}_axis", f"m{number}_axis", f"s{number}_axis_cfg"]
        self.source, self.sink, self.config = (_Port(dut, name) for name in self.names)


class _Port:
    def __init__(self, dut: Any, name: str) -> None:
        self._dut, self._name = dut, name

    def __getattr__(self, signal: str) -> Any:
        return getattr(self._dut, f"{self._name}_{signal}")


class _ReadOnce:
    """A signal that is read once in each step of time; the sink asks for it once for each byte."""

    def __init__(self, signal: Any) -> None:
        self._signal = signal
        self._read: tuple[float, int] | None = None

    def __len__(self) -> int:
        return len(self._signal)

    @property
    def value(self) -> int:
        now = get_sim_time()
        if self._read is None or self._read[0] != now:
            self._read = now, int(self._signal.value)
        return self._read[1]


@dataclass
class Watch:
    """Looks at every cycle: records the handshakes, checks the rules of AXI-Stream.

    All lists hold numbers of cycles.
    """

    dut: Any
    ports: Ports
    cycle: int = 0
    beats_in: list[int] = field(default_factory=list)
    first_in: list[int] = field(default_factory=list)
    first_out: list[int] = field(default_factory=list)
    last_out: list[int] = field(default_factory=list)
    offered: int | None = None
    """When the beat that waits on m_axis came up."""

    async def run(self) -> None:
        """Watch for ever; a broken rule ends the test."""
        dut = self.dut
        clock, reset = RisingEdge(dut.aclk), dut.aresetn
        source, sink = self.ports.source, self.ports.sink
        s_valid, s_ready, s_last = source.tvalid, source.tready, source.tlast
        m_valid, m_ready, m_last = sink.tvalid, sink.tready, sink.tlast
        payload = (sink.tdata, sink.tkeep, sink.tlast, sink.tuser)
        low_in_reset = [s_ready, m_valid]
        held: list[str] | None = None
        # Where a message brings its configuration, it begins with that.
        if JOB.config is None:
            f_valid, f_ready, f_last = s_valid, s_ready, s_last
        else:
            config = self.ports.config
            f_valid, f_ready, f_last = config.tvalid, config.tready, config.tlast
            low_in_reset.append(f_ready)
        starts_in = starts_out = True
        was_reset = False
        while True:
            await clock
            self.cycle += 1
            # aresetn is registered.
            if was_reset:
                assert not any(signal.value for signal in low_in_reset), "not silent in reset"
            was_reset = not reset.value
            if was_reset:
                held, self.offered, starts_in, starts_out = None, None, True, True
                continue
            if s_valid.value and s_ready.value:
                self.beats_in.append(self.cycle)
            if f_valid.value and f_ready.value:
                if starts_in:
                    self.first_in.append(self.cycle)
                starts_in = bool(f_last.value)
            if m_valid.value:
                now = [str(signal.value) for signal in payload]
                assert held in (None, now), f"payload changed while stalled: {held}, now {now}"
                if held is None:
                    self.offered = self.cycle
                held = now
                if m_ready.value:
                    held = None
                    if starts_out:
                        self.first_out.append(self.cycle)
                    starts_out = bool(m_last.value)
                    if starts_out:
                        self.last_out.append(self.cycle)
            else:
                assert held is None, "tvalid fell before tready came"
                self.offered = None


class Bench:
    """A stream top between a source and a sink, with a watch on both."""

    def __init__(self, dut: Any, test: str, stream: int = STREAM) -> None:
        self.dut = dut
        self.ports = Ports(dut, stream)
        self.rng = make_rng(f"{DESIGN.name}/{JOB.name}/{test}", dut._log)
        self.watch = Watch(dut, self.ports)
        reset = {"reset": dut.aresetn, "reset_active_level": False}
        dut.aresetn.value = 0
        source, sink, config = (AxiStreamBus.from_prefix(dut, name) for name in self.ports.names)
        for name in ("tdata", "tkeep", "tuser"):
            setattr(sink, name, _ReadOnce(getattr(sink, name)))
        self.source = AxiStreamSource(source, dut.aclk, **reset)
        self.sink = AxiStreamSink(sink, dut.aclk, **reset)
        # A line for each packet costs more than the packet.
        self.source.log.setLevel("ERROR")
        self.config: AxiStreamSource | None = None
        if JOB.config is not None:
            self.config = AxiStreamSource(config, dut.aclk, **reset)
            self.config.log.setLevel("ERROR")
        self.sink.log.setLevel("ERROR")
        self.due: list[Packet] = []
        self.hostile = False

    @classmethod
    async def start(cls, dut: Any, test: str) -> Bench:
        """A bench out of reset."""
        bench = cls(dut, test)
        Clock(dut.aclk, PERIOD_NS, unit="ns").start()
        cocotb.start_soon(bench.watch.run())
        await bench.reset(5)
        return bench

    async def reset(self, cycles: int) -> None:
        """Reset the top, and forget what is under way."""
        self.dut.aresetn.value = 0
        await ClockCycles(self.dut.aclk, 2)
        self.source.clear()
        self.sink.clear()
        if self.config is not None:
            self.config.clear()
        self.due.clear()
        await ClockCycles(self.dut.aclk, cycles - 2)
        self.dut.aresetn.value = 1
        await ClockCycles(self.dut.aclk, 3)

    def send(self, *packets: Packet) -> None:
        """Queue packets."""
        for packet in packets:
            if self.config is not None:
                assert packet.config is not None
                words = b"".join(word.to_bytes(8, "little") for word in packet.config)
                self.config.send_nowait(AxiStreamFrame(words[: len(words) - packet.cut]))
            self.source.send_nowait(packet.frame())
            self.due.append(packet)

    async def answers(self) -> None:
        """Wait for all answers that are due, and check them."""
        for packet in self.due:
            # Stalls take up to a few times the packet's own time.
            limit = 30 * (packet.cycles + packet.beats_out) + 30 * TIMING.latency(2)
            packet.check(await with_timeout(self.sink.recv(compact=False), limit * PERIOD_NS, "ns"))
        self.due.clear()

    async def exchange(self, *packets: Packet) -> None:
        """Send packets back to back and check the answers."""
        self.send(*packets)
        await self.answers()

    async def nothing_more(self) -> None:
        """Nothing may come out when nothing is due."""
        before = len(self.watch.last_out)
        for _ in range(TIMING.latency(3) + 10):
            await RisingEdge(self.dut.aclk)
            assert not self.ports.sink.tvalid.value, "a beat that nobody asked for"
        assert len(self.watch.last_out) == before
        assert self.sink.empty()

    def stall(self, source: float, sink: float | None) -> None:
        """Stall source and sink for these shares of the time.

        From the first stall of a source on its payload is random in each cycle without ``tvalid``.
        A sink with None is ready only in cycles behind one in which a beat is offered.
        """
        ends = [
            (self.source, source, self.rng.choice((1, 4, BEATS))),
            (self.sink, sink or 0, self.rng.choice((1, 4, 3 * PACE))),
        ]
        if self.config is not None:
            ends.append((self.config, source, 4))
        for end, share, longest in ends:
            end.set_pause_generator(stalls(self.rng, share, longest) if share else None)
            end.pause = False
        if source and not self.hostile:
            self.hostile = True
            ports = (
                [self.ports.source]
                if self.config is None
                else [self.ports.source, self.ports.config]
            )
            # The stalls of a seed do not depend on it.
            rng = make_rng("payload that is not valid", self.dut._log)
            for port in ports:
                names = ["tdata", "tlast"]
                if port is self.ports.source:
                    names += ["tkeep", "tid"] if JOB.hardware.shared else ["tkeep"]
                payload = [getattr(port, name) for name in names]
                cocotb.start_soon(scrambled(rng, self.dut.aclk, port.tvalid, payload))
        if sink is None:
            tvalid = self.ports.sink.tvalid
            self.sink.set_pause_generator(not tvalid.value for _ in repeat(None))

    def ends(self) -> list[int]:
        """Cycles from the first beat in to the last beat out of each packet, both counted."""
        return [end - self.watch.first_in[0] + 1 for end in self.watch.last_out]

    def latency(self) -> int:
        """Cycles from first beat in to last beat out of the newest packet, both counted."""
        return self.watch.last_out[-1] - self.watch.first_in[-1] + 1


STALLS = (0.0, 0.3, 0.8)
