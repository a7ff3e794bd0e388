# SPDX-License-Identifier: Apache-2.0
"""Deciders: terms and their rewriter, netlists as terms, solvers, the cone of influence."""
