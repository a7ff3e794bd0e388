// SPDX-License-Identifier: Apache-2.0
//
// What Verilator's waveform writer uses of LZ4, for machines that have the library without its
// header; the compiler looks here last.

#pragma once

extern "C" {
int LZ4_compressBound(int inputSize);
int LZ4_compress_default(const char* src, char* dst, int srcSize, int dstCapacity);
}
