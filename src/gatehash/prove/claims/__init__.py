# SPDX-License-Identifier: Apache-2.0
"""Claims on the RTL, a file for each family."""
