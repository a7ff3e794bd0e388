# SPDX-License-Identifier: Apache-2.0
"""Preparation and runs of proofs: harnesses, scripts of Yosys, processes."""
