# SPDX-License-Identifier: Apache-2.0
"""Published figures of others: row by row as their papers print them, and open cores.

Each paper is one TOML file in this package. A row's identifier is ``paper/table/row``. The open
cores, the *peers*, are in ``peers.toml``, measured with the tools that measure the catalogue.

Examples
--------
>>> row("han/1/this-8-unrolled").throughput_mbps
3645
>>> [row.authors for row in paper("han").table("1").rows[:2]]
['Baldwin', 'Homsirikam']
>>> [(peer.name, peer.ecp5_lut4, peer.router) for peer in peers("chacha20")]
[('secworks-chacha', 2733, 'router2'), ('dpretet-chacha20', 2721, 'router1')]
"""

from gatehash.published.cores import Includes, Mapping, Peer, PeerFigure, PeerRuns, Peers
from gatehash.published.lookup import (
    paper,
    papers,
    parse,
    parse_peers,
    peer_figures,
    peer_setting,
    peers,
    row,
)
from gatehash.published.tables import COLUMNS, Figure, Paper, Rate, Report, Row, Table

__all__ = [
    "COLUMNS",
    "Figure",
    "Includes",
    "Mapping",
    "Paper",
    "Peer",
    "PeerFigure",
    "PeerRuns",
    "Peers",
    "Rate",
    "Report",
    "Row",
    "Table",
    "paper",
    "papers",
    "parse",
    "parse_peers",
    "peer_figures",
    "peer_setting",
    "peers",
    "row",
]
