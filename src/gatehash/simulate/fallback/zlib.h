// SPDX-License-Identifier: Apache-2.0
//
// What Verilator's waveform writer uses of zlib, for machines that have the library without its
// header; the compiler looks here last.

#pragma once

typedef unsigned char Bytef;
typedef unsigned long uLong;
typedef unsigned long uLongf;

#define Z_OK 0

extern "C" {
uLong compressBound(uLong sourceLen);
int compress2(Bytef* dest, uLongf* destLen, const Bytef* source, uLong sourceLen, int level);
}
