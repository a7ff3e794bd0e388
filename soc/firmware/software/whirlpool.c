/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file whirlpool.c
 * @brief Whirlpool and W, its cipher (ISO/IEC 10118-3:2004).
 */
#include "bytes.h"
#include "constants.h"
#include "software.h"

#define ROUNDS 10
#define BLOCK_BYTES 64
#define LENGTH_BYTES 32

/* SubBytes, ShiftColumns and MixRows of row i; column k of the matrix is the table's, turned. */
static inline uint64_t mixed_row(const uint64_t *rows, unsigned i)
{
    uint64_t row = whirlpool_mixed[rows[i] >> 56];
    unsigned k;

    for (k = 1; k < 8; k++)
        row ^= rotr64(whirlpool_mixed[rows[(i - k) % 8] >> (56 - 8 * k) & 255], 8 * k);
    return row;
}

void software_w(const uint8_t *key, const uint8_t *plaintext, uint8_t *ciphertext)
{
    uint64_t k[8], v[8], next[8];
    unsigned i, round;

    for (i = 0; i < 8; i++) {
        k[i] = load64_be(key + 8 * i);
        v[i] = load64_be(plaintext + 8 * i) ^ k[i];
    }
    for (round = 0; round < ROUNDS; round++) {
        for (i = 0; i < 8; i++)
            next[i] = mixed_row(k, i);
        next[0] ^= whirlpool_constants[round];
        memcpy(k, next, sizeof k);
        for (i = 0; i < 8; i++)
            next[i] = mixed_row(v, i) ^ k[i];
        memcpy(v, next, sizeof v);
    }
    for (i = 0; i < 8; i++)
        store64_be(ciphertext + 8 * i, v[i]);
}

/* Miyaguchi and Preneel's construction. */
static void compress(uint8_t *h, const uint8_t *block)
{
    uint8_t encrypted[BLOCK_BYTES];
    unsigned i;

    software_w(h, block, encrypted);
    for (i = 0; i < BLOCK_BYTES; i++)
        h[i] ^= encrypted[i] ^ block[i];
}

SOFTWARE_COMPUTE(software_whirlpool)
{
    uint8_t h[BLOCK_BYTES] = {0}, tail[2 * BLOCK_BYTES];
    size_t at, size;

    (void)self;
    (void)parameters;
    for (at = 0; at + BLOCK_BYTES <= length; at += BLOCK_BYTES)
        compress(h, message + at);
    size = pad_tail(tail, message + at, length, BLOCK_BYTES, LENGTH_BYTES);
    for (at = 0; at < size; at += BLOCK_BYTES)
        compress(h, tail + at);
    memcpy(answer, h, BLOCK_BYTES);
}
