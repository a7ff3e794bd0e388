# SPDX-License-Identifier: Apache-2.0
"""Sends sealed datagrams through LiteEth and the cipher, in simulation, and checks each.

    python docs/examples/packets/packets.py [--packets 200] [--seed 1]

Frames enter LiteEth's MAC a byte a cycle, as a PHY of Gigabit Ethernet delivers them: with
preamble, checksum and gap. First a frame begins while less than two are under way: each plaintext
that leaves is compared with what the library ``cryptography`` sealed, and exactly the altered
datagrams must be dropped. Then datagrams with 64 bytes of plaintext follow each other at the pace
of the line, which is faster than the cipher takes them: what leaves is compared again. Last come
the cycles of a datagram for several sizes, beside those of its frame on the line. The exit status
is 0 if all is as it must be.
"""

from __future__ import annotations

import argparse
import random
import struct
import subprocess
import sys
import zlib
from dataclasses import dataclass, replace
from ipaddress import IPv4Address
from pathlib import Path
from tempfile import TemporaryDirectory

from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from gatehash.cli.commands import run
from gatehash.errors import GatehashError
from gatehash.simulate.plan import verilator_root

_HERE = Path(__file__).parent
DESIGN = "chacha20-poly1305-x2-piped"
_MAC, _FROM = bytes.fromhex("10e2d5000000"), bytes.fromhex("02000000beef")
_ADDRESS, _SENDER = IPv4Address("192.168.1.50"), IPv4Address("192.168.1.100")
_PORT = 51820
# Bytes: of a beat inside LiteEth and at its port, and between two frames.
_INSIDE, _WIDTH, _GAP = 4, 8, 12
_UNDER_WAY, _ANY = 2, 1 << 30
SIZES = (0, 1, 63, 64, 65, 576, 1408)
"""Bytes of plaintext of which cycles are counted; more than the last does not fit into a frame."""
LONGEST = 2048
"""Bytes of the longest plaintext that the opener stores."""
_IN_A_ROW = 12
KEY = bytes(range(32))
_COUNTS = ("opened", "dropped", "missed")


@dataclass(frozen=True)
class Sealed:
    """A datagram.

    Attributes
    ----------
    counter : int
        Its number, of which the nonce is made.
    plaintext : bytes
        The bytes that were sealed.
    payload : bytes
        The datagram's payload.
    good : bool
        Whether it is as it was sealed.
    """

    counter: int
    plaintext: bytes
    payload: bytes
    good: bool = True

    @classmethod
    def make(cls, counter: int, plaintext: bytes) -> Sealed:
        """Seal a plaintext."""
        number = struct.pack("<Q", counter)
        sealed = ChaCha20Poly1305(KEY).encrypt(bytes(4) + number, plaintext, None)
        return cls(counter, plaintext, number + sealed)

    def altered(self, bit: int) -> Sealed:
        """Return it with another bit in its payload."""
        payload = bytearray(self.payload)
        payload[bit // 8] ^= 1 << bit % 8
        return Sealed(self.counter, self.plaintext, bytes(payload), good=False)

    def shortened(self, length: int) -> Sealed:
        """Return it with only the first bytes of its payload."""
        return Sealed(self.counter, self.plaintext, self.payload[:length], good=False)

    @property
    def frame(self) -> bytes:
        """The Ethernet frame, with preamble and checksum."""
        udp = struct.pack(">HHHH", 40000, _PORT, 8 + len(self.payload), 0) + self.payload
        head = struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(udp), 0, 0, 64, 17, 0)
        head += _SENDER.packed + _ADDRESS.packed
        total = sum(struct.unpack(">10H", head))
        total = ~((total & 0xFFFF) + (total >> 16)) & 0xFFFF
        head = head[:10] + struct.pack(">H", total) + head[12:]
        frame = (_MAC + _FROM + b"\x08\x00" + head + udp).ljust(60, b"\0")
        return bytes([0x55] * 7 + [0xD5]) + frame + struct.pack("<I", zlib.crc32(frame))


def beats(frame: bytes) -> list[str]:
    """Return a frame and the gap behind it as the bench reads them, a line for each cycle."""
    lines = []
    for at, byte in enumerate(frame):
        last = at == len(frame) - 1
        kind = 4 * (at == 0) + 2 + last
        lines.append(f"{kind:x}{byte:02x}")
    return lines + ["000"] * _GAP


def write_system(folder: Path) -> list[str]:
    """Write the system's Verilog, and return the files that simulators need besides."""
    if run(["export", DESIGN, "--as", "litex", "-o", str(folder / "aead"), "--quiet"]):
        raise GatehashError("the cipher was not exported")
    sys.path[:0] = [str(_HERE), str(folder / "aead")]
    from gatehash_chacha20_poly1305_x2_piped import GatehashChacha20Poly1305X2Piped
    from liteeth.common import eth_phy_description
    from liteeth.core import LiteEthUDPIPCore
    from litex.build.generic_platform import Pins
    from litex.build.sim.platform import SimPlatform
    from litex.gen import LiteXModule
    from litex.soc.interconnect import stream
    from migen import ClockDomain
    from opener import Opener

    widths = {
        **dict.fromkeys(("sys_clk", "sys_rst"), 1),
        "rx_valid": 1,
        "rx_ready": 1,
        "rx_last": 1,
        "rx_data": 8,
        "udp_valid": 1,
        "udp_ready": 1,
        "udp_last": 1,
        "udp_last_be": 8,
        "udp_data": 64,
        **dict.fromkeys(_COUNTS, 32),
    }
    platform = SimPlatform("system", [(name, 0, Pins(width)) for name, width in widths.items()])
    pins = {name: platform.request(name) for name in widths}

    fields = ("valid", "last", "data", "last_be")

    class Phy(LiteXModule):
        dw = 8

        def __init__(self) -> None:
            self.source = stream.Endpoint(eth_phy_description(8))
            self.sink = stream.Endpoint(eth_phy_description(8))
            self.comb += [
                *(getattr(self.source, name).eq(pins[f"rx_{name}"]) for name in fields[:3]),
                pins["rx_ready"].eq(self.source.ready),
                self.sink.ready.eq(1),
            ]

    class System(LiteXModule):
        def __init__(self) -> None:
            self.cd_sys, self.cd_eth_rx, self.cd_eth_tx = (
                ClockDomain(name) for name in ("sys", "eth_rx", "eth_tx")
            )
            for domain in (self.cd_sys, self.cd_eth_rx, self.cd_eth_tx):
                self.comb += [domain.clk.eq(pins["sys_clk"]), domain.rst.eq(pins["sys_rst"])]
            self.phy = Phy()
            self.core = LiteEthUDPIPCore(
                self.phy,
                int.from_bytes(_MAC, "big"),
                str(_ADDRESS),
                clk_freq=100e6,
                dw=8 * _INSIDE,
            )
            port = self.core.udp.crossbar.get_port(_PORT, dw=8 * _WIDTH)
            self.cipher = GatehashChacha20Poly1305X2Piped(platform)
            self.opener = Opener(self.cipher)
            opened = self.opener.source
            self.comb += [
                port.source.connect(self.opener.sink),
                self.opener.key.eq(int.from_bytes(KEY, "little")),
                *(pins[f"udp_{name}"].eq(getattr(opened, name)) for name in fields),
                opened.ready.eq(pins["udp_ready"]),
                *(pins[name].eq(getattr(self.opener, name)) for name in _COUNTS),
            ]

    platform.get_verilog(System(), name="system").write(str(folder / "system.v"))
    return [source[0] for source in platform.sources]


@dataclass(frozen=True)
class Outcome:
    """Plaintexts that have left the system.

    Attributes
    ----------
    opened : list of bytes
        The plaintexts.
    ends : list of int
        The cycle of the last beat of each.
    counts : list of int
        Numbers of datagrams that the hardware has opened, dropped and missed.
    """

    opened: list[bytes]
    ends: list[int]
    counts: list[int]


@dataclass(frozen=True)
class Bench:
    """The simulator of the system, in a folder."""

    folder: Path

    @classmethod
    def build(cls, folder: Path) -> Bench:
        """Write and compile the system in a folder."""
        verilator = verilator_root() / "bin" / "verilator"
        command = [
            str(verilator),
            "--binary",
            "-Wno-fatal",
            "-CFLAGS",
            "-O0",
            "-F",
            "aead/sim/verilator.f",
        ]
        command += ["-Iaead/rtl", *write_system(folder), "system.v", str(_HERE / "bench.v")]
        _called([*command, "--top-module", "bench"], folder)
        return cls(folder)

    def send(self, packets: list[Sealed], window: int = _UNDER_WAY) -> Outcome:
        """Send datagrams; each begins while less than a number of them are under way."""
        lines = [line for each in packets for line in beats(each.frame)]
        (self.folder / "frames.hex").write_text("\n".join(lines) + "\n", encoding="ascii")
        _called(["obj_dir/Vbench", f"+beats={len(lines)}", f"+window={window}"], self.folder)
        *said, counts = (self.folder / "opened.txt").read_text(encoding="ascii").splitlines()
        found = Outcome([], [], [*map(int, counts.split())])
        data = b""
        for line in said:
            cycle, last, end, bits = line.split()
            data += int(bits, 16).to_bytes(_WIDTH, "little")[: int(end, 16).bit_length() or _WIDTH]
            if last == "1":
                found.opened.append(data)
                found.ends.append(int(cycle))
                data = b""
        if data:
            raise GatehashError("a plaintext that leaves has no end")
        return found


def _called(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise GatehashError(f"{command[0]} failed: {(done.stdout + done.stderr)[-2000:]}")


def some(count: int, seed: int) -> list[Sealed]:
    """Return datagrams of random sizes; some are altered, cut off, or too long."""
    draw = random.Random(seed)
    found = []
    for counter in range(count):
        kind = draw.randrange(9)
        size = draw.choice((*SIZES, draw.randrange(SIZES[-1] + 1)))
        sealed = Sealed.make(counter, draw.randbytes(size))
        if kind in (0, 1):
            sealed = sealed.altered(draw.randrange(8 * len(sealed.payload)))
        elif kind == 2:
            sealed = sealed.shortened(draw.randrange(len(sealed.payload)))
        elif kind == 3:
            sealed = replace(Sealed.make(counter, draw.randbytes(LONGEST + 1)), good=False)
        found.append(sealed)
    return found


def check(packets: list[Sealed], found: Outcome) -> None:
    """Compare what has left with what was sealed; raise GatehashError where they differ."""
    good = [each.plaintext for each in packets if each.good]
    left = iter(good)
    for number, data in enumerate(found.opened):
        # Some may have been missed.
        if data not in left:
            raise GatehashError(f"plaintext {number}, {len(data)} bytes, was not sealed so")
    opened, dropped, missed = found.counts
    if opened + dropped + missed != len(packets):
        raise GatehashError(f"{opened} + {dropped} + {missed} of {len(packets)} were counted")
    if len(found.opened) > opened or (not missed and opened != len(good)):
        raise GatehashError(f"{opened} opened were counted, {len(found.opened)} have left")


def rates(bench: Bench) -> str:
    """Return a table: for each size the cycles of a datagram behind another one."""
    lines = ["bytes of plaintext  cycles  of the line"]
    for size in SIZES[1:]:
        packets = [Sealed.make(counter, bytes(size)) for counter in range(_IN_A_ROW)]
        found = bench.send(packets)
        check(packets, found)
        cycles = (found.ends[-1] - found.ends[1]) / (len(found.ends) - 2)
        lines.append(f"{size:18}  {cycles:6.0f}  {len(beats(packets[0].frame)):11}")
    return "\n".join(lines)


def main() -> int:
    """Run the example."""
    parser = argparse.ArgumentParser(prog="packets.py", description="Open sealed datagrams.")
    parser.add_argument("--packets", type=int, default=200, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.packets < 1:
        parser.error(f"--packets is {asked.packets}; it must be at least 1")
    with TemporaryDirectory(prefix="gatehash-") as folder:
        try:
            bench = Bench.build(Path(folder))
            for pace, window, packets in (
                ("cipher", _UNDER_WAY, some(asked.packets, asked.seed)),
                ("line", _ANY, [Sealed.make(n, bytes(64)) for n in range(asked.packets)]),
            ):
                found = bench.send(packets, window)
                check(packets, found)
                if window == _UNDER_WAY and found.counts[2]:
                    raise GatehashError("a datagram was missed at the cipher's pace")
                counts = zip(found.counts, _COUNTS, strict=True)
                told = ", ".join(f"{count} {name}" for count, name in counts)
                print(f"PASS: at the {pace}'s pace {told}")
            print(f"\n{rates(bench)}")
        except GatehashError as error:
            sys.exit(f"packets.py: {error}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
