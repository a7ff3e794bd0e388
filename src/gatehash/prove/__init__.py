# SPDX-License-Identifier: Apache-2.0
"""Proofs: properties of the RTL that hold for all inputs."""
