# SPDX-License-Identifier: Apache-2.0
"""Boards: designs on them, and the host's side of the connection."""

from gatehash.board.boards import BAUD, BOARDS, Board, find_board
from gatehash.board.link import BoardLink

__all__ = ["BAUD", "BOARDS", "Board", "BoardLink", "find_board"]
