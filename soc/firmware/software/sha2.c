/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sha2.c
 * @brief SHA-2 (FIPS 180-4) and HMAC with it (FIPS 198-1): one text for words of 32 and of 64 bits.
 */
#include "bytes.h"
#include "constants.h"
#include "software.h"

#define WORD uint32_t
#define ROTR rotr32
#define LOAD load32_be
#define STORE store32_be
#define ROUNDS 64
#define CONSTANTS sha2_32_k
#define INITIAL sha2_32_initial
#define BIG_SIGMA0(x) (ROTR(x, 2) ^ ROTR(x, 13) ^ ROTR(x, 22))
#define BIG_SIGMA1(x) (ROTR(x, 6) ^ ROTR(x, 11) ^ ROTR(x, 25))
#define SMALL_SIGMA0(x) (ROTR(x, 7) ^ ROTR(x, 18) ^ (x) >> 3)
#define SMALL_SIGMA1(x) (ROTR(x, 17) ^ ROTR(x, 19) ^ (x) >> 10)
#define COMPRESS compress_32
#define HASH hash_32
#define COMPUTE software_sha2_32
#define COMPUTE_HMAC software_hmac_sha2_32
#include "sha2.inc"

#undef WORD
#undef ROTR
#undef LOAD
#undef STORE
#undef ROUNDS
#undef CONSTANTS
#undef INITIAL
#undef BIG_SIGMA0
#undef BIG_SIGMA1
#undef SMALL_SIGMA0
#undef SMALL_SIGMA1
#undef COMPRESS
#undef HASH
#undef COMPUTE
#undef COMPUTE_HMAC

#define WORD uint64_t
#define ROTR rotr64
#define LOAD load64_be
#define STORE store64_be
#define ROUNDS 80
#define CONSTANTS sha2_64_k
#define INITIAL sha2_64_initial
#define BIG_SIGMA0(x) (ROTR(x, 28) ^ ROTR(x, 34) ^ ROTR(x, 39))
#define BIG_SIGMA1(x) (ROTR(x, 14) ^ ROTR(x, 18) ^ ROTR(x, 41))
#define SMALL_SIGMA0(x) (ROTR(x, 1) ^ ROTR(x, 8) ^ (x) >> 7)
#define SMALL_SIGMA1(x) (ROTR(x, 19) ^ ROTR(x, 61) ^ (x) >> 6)
#define COMPRESS compress_64
#define HASH hash_64
#define COMPUTE software_sha2_64
#define COMPUTE_HMAC software_hmac_sha2_64
#include "sha2.inc"
