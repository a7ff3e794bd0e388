# SPDX-License-Identifier: Apache-2.0
"""``python -m gatehash`` is the command ``gatehash``."""

from gatehash.cli import main

if __name__ == "__main__":
    main()
