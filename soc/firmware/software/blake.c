/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file blake.c
 * @brief BLAKE (version 1.3): one text for words of 32 and of 64 bits.
 */
#include "bytes.h"
#include "constants.h"
#include "software.h"

#define WORD uint32_t
#define ROTR rotr32
#define LOAD load32_be
#define STORE store32_be
#define ROUNDS 14
#define ROTATIONS 16, 12, 8, 7
#define CONSTANTS blake_32_c
#define INITIAL sha2_32_initial
#define COMPRESS compress_32
#define COMPUTE software_blake_32
#include "blake.inc"

#undef WORD
#undef ROTR
#undef LOAD
#undef STORE
#undef ROUNDS
#undef ROTATIONS
#undef CONSTANTS
#undef INITIAL
#undef COMPRESS
#undef COMPUTE

#define WORD uint64_t
#define ROTR rotr64
#define LOAD load64_be
#define STORE store64_be
#define ROUNDS 16
#define ROTATIONS 32, 25, 16, 11
#define CONSTANTS blake_64_c
#define INITIAL sha2_64_initial
#define COMPRESS compress_64
#define COMPUTE software_blake_64
#include "blake.inc"
