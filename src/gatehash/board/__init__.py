# SPDX-License-Identifier: Apache-2.0
"""Boards: designs on them, and the host's side of the connection."""

from typing import TYPE_CHECKING

from gatehash.lazy import on_use

if TYPE_CHECKING:
    from gatehash.board.boards import BAUD, BOARDS, Board, find_board
    from gatehash.board.link import BoardLink
else:
    __getattr__ = on_use(__name__)

__all__ = ["BAUD", "BOARDS", "Board", "BoardLink", "find_board"]
