# SPDX-License-Identifier: Apache-2.0
"""Pools of workers for long work: threads of this process, or a Dask cluster started elsewhere."""

from gatehash.pool.running import MOST_JOBS, Pool, pool
from gatehash.pool.work import Heard, Tell, Work

__all__ = ["MOST_JOBS", "Heard", "Pool", "Tell", "Work", "pool"]
