/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file blake2.c
 * @brief BLAKE2 (RFC 7693): one text for words of 32 and of 64 bits.
 */
#include "bytes.h"
#include "constants.h"
#include "software.h"

#define WORD uint32_t
#define ROTR rotr32
#define LOAD load32_le
#define STORE store32_le
#define ROUNDS BLAKE2_32_ROUNDS
#define ROTATIONS 16, 12, 8, 7
#define INITIAL sha2_32_initial[1]
#define COMPRESS compress_32
#define COMPUTE software_blake2_32
#include "blake2.inc"

#undef WORD
#undef ROTR
#undef LOAD
#undef STORE
#undef ROUNDS
#undef ROTATIONS
#undef INITIAL
#undef COMPRESS
#undef COMPUTE

#define WORD uint64_t
#define ROTR rotr64
#define LOAD load64_le
#define STORE store64_le
#define ROUNDS BLAKE2_64_ROUNDS
#define ROTATIONS 32, 24, 16, 63
#define INITIAL sha2_64_initial[3]
#define COMPRESS compress_64
#define COMPUTE software_blake2_64
#include "blake2.inc"
