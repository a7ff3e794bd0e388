# SPDX-License-Identifier: Apache-2.0
"""RTL files of what stands around a hash core in a stream top."""

__all__ = ["hash_shell_sources"]


def hash_shell_sources(padding: str, buffer: str) -> tuple[str, ...]:
    """Return the files below ``rtl/``, packages before what imports them.

    Parameters
    ----------
    padding : str
        The functions whose padding rules are read, such as ``sha2``.
    buffer : str
        The module that holds the blocks, such as ``gh_block_buffer``.
    """
    return (
        "stream/gh_stream_pkg.sv",
        f"stream/generated/gh_{padding}_padding_pkg.sv",
        "stream/gh_register_slice.sv",
        "stream/gh_message_padder.sv",
        f"stream/{buffer}.sv",
        "stream/gh_digest_stream.sv",
        "stream/gh_hash_shell.sv",
    )
