/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file gatehash_keys.h
 * @brief Digests of keys of HMAC that are longer than a block; gatehash.c alone includes it.
 *
 * SHA-2 (FIPS 180-4) and SHA-3 (FIPS 202), made for little code: both word lengths of SHA-2 are computed in
 * words of 64 bits, of which SHA-224 and SHA-256 have the low half. With GATEHASH_NO_LONG_KEYS defined the
 * driver has none of it, and such a key is GATEHASH_ERROR_PARAMETER.
 */
#ifndef GATEHASH_KEYS_H
#define GATEHASH_KEYS_H

#include <stddef.h>
#include <stdint.h>

#include "gatehash_functions.h"

#define GATEHASH_LONGEST_DIGEST 64u /* bytes */

#define SHA2_WORDS 8u
#define SHA2_BLOCK_WORDS 16u
#define KECCAK_SIDE 5u
#define KECCAK_LANES 25u
#define KECCAK_BYTES 200u

/* The lane from which a lane comes, and how far it is rotated. */
typedef struct {
    uint8_t from;
    uint8_t by;
} keccak_move;

/* Steps of one of SHA-2's functions of a word: three distances, of which the last shifts or rotates. */
typedef uint8_t sha2_steps[3];

/* Message schedule, then the two of a round; of words of 32 bits, then of 64. */
static const sha2_steps sha2_sigma[2][4] = {
    {{7, 18, 3}, {17, 19, 10}, {2, 13, 22}, {6, 11, 25}},
    {{1, 8, 7}, {19, 61, 6}, {28, 34, 39}, {14, 18, 41}},
};
static const uint64_t sha2_constants[GATEHASH_SHA2_ROUNDS_64] = {GATEHASH_SHA2_CONSTANTS};
static const uint64_t sha2_initial[][SHA2_WORDS] = {GATEHASH_SHA2_INITIAL};
static const uint64_t keccak_constants[GATEHASH_KECCAK_ROUNDS] = {GATEHASH_KECCAK_CONSTANTS};
static const keccak_move keccak_moves[KECCAK_LANES] = {GATEHASH_KECCAK_MOVES};

/* Rotates a word of some bits to the right, by fewer. */
static uint64_t rotated(uint64_t word, unsigned by, unsigned bits)
{
    uint64_t mask = UINT64_MAX >> (64u - bits);

    return by == 0 ? word : (word >> by | word << (bits - by)) & mask;
}

static uint64_t sha2_function(uint64_t word, unsigned which, unsigned bits)
{
    const uint8_t *by = sha2_sigma[bits == 64u][which];
    uint64_t last = which < 2u ? word >> by[2] : rotated(word, by[2], bits);

    return rotated(word, by[0], bits) ^ rotated(word, by[1], bits) ^ last;
}

static void sha2_block(uint64_t *state, const uint8_t *block, unsigned bits)
{
    uint64_t mask = UINT64_MAX >> (64u - bits);
    unsigned rounds = bits == 64u ? GATEHASH_SHA2_ROUNDS_64 : GATEHASH_SHA2_ROUNDS_32;
    uint64_t w[SHA2_BLOCK_WORDS] = {0}, v[SHA2_WORDS];
    unsigned t, i;

    for (i = 0; i < SHA2_BLOCK_WORDS * bits / 8u; i++)
        w[i / (bits / 8u)] = w[i / (bits / 8u)] << 8 | block[i];
    for (i = 0; i < SHA2_WORDS; i++)
        v[i] = state[i];
    for (t = 0; t < rounds; t++) {
        uint64_t *now = &w[t % SHA2_BLOCK_WORDS];
        uint64_t one, two;

        if (t >= SHA2_BLOCK_WORDS)
            *now += sha2_function(w[(t + 14u) % SHA2_BLOCK_WORDS], 1, bits) +
                    w[(t + 9u) % SHA2_BLOCK_WORDS] +
                    sha2_function(w[(t + 1u) % SHA2_BLOCK_WORDS], 0, bits);
        *now &= mask;
        one = v[7] + sha2_function(v[4], 3, bits) + ((v[4] & v[5]) ^ (~v[4] & v[6])) +
              (sha2_constants[t] >> (64u - bits)) + *now;
        two = sha2_function(v[0], 2, bits) + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
        for (i = SHA2_WORDS - 1u; i != 0; i--)
            v[i] = v[i - 1u];
        v[4] = (v[4] + one) & mask;
        v[0] = (one + two) & mask;
    }
    for (i = 0; i < SHA2_WORDS; i++)
        state[i] = (state[i] + v[i]) & mask;
    erase((volatile uint8_t *)w, sizeof w);
    erase((volatile uint8_t *)v, sizeof v);
}

static void keccak(uint64_t *a)
{
    uint64_t c[KECCAK_SIDE], b[KECCAK_LANES];
    unsigned t, i;

    for (t = 0; t < GATEHASH_KECCAK_ROUNDS; t++) {
        for (i = 0; i < KECCAK_SIDE; i++)
            c[i] = a[i] ^ a[i + 5u] ^ a[i + 10u] ^ a[i + 15u] ^ a[i + 20u];
        for (i = 0; i < KECCAK_LANES; i++)
            a[i] ^= c[(i + 4u) % KECCAK_SIDE] ^ rotated(c[(i + 1u) % KECCAK_SIDE], 63, 64);
        for (i = 0; i < KECCAK_LANES; i++) {
            const keccak_move *move = &keccak_moves[i];

            b[i] = rotated(a[move->from], (64u - move->by) % 64u, 64);
        }
        for (i = 0; i < KECCAK_LANES; i++) {
            unsigned line = i - i % KECCAK_SIDE;

            a[i] = b[i] ^ (~b[line + (i + 1u) % KECCAK_SIDE] & b[line + (i + 2u) % KECCAK_SIDE]);
        }
        a[0] ^= keccak_constants[t];
    }
    erase((volatile uint8_t *)c, sizeof c);
    erase((volatile uint8_t *)b, sizeof b);
}

/* A byte of a message that is padded with a suffix and zeros. */
static uint8_t padded_byte(const uint8_t *message, size_t length, size_t at, uint8_t suffix)
{
    if (at < length)
        return message[at];
    return at == length ? suffix : 0;
}

static void sha2(unsigned which, const uint8_t *message, size_t length, uint8_t *digest, size_t bytes)
{
    unsigned bits = which < 2u ? 32u : 64u;
    size_t block_bytes = SHA2_BLOCK_WORDS * bits / 8u;
    /* Behind the message are a byte and a length of two words. */
    size_t blocks = (length + bits / 4u) / block_bytes + 1u;
    uint64_t state[SHA2_WORDS];
    uint8_t block[128];
    size_t at, i;

    for (i = 0; i < SHA2_WORDS; i++)
        state[i] = sha2_initial[which][i];
    for (at = 0; at < blocks * block_bytes; at += block_bytes) {
        for (i = 0; i < block_bytes; i++)
            block[i] = padded_byte(message, length, at + i, 0x80);
        if (at / block_bytes == blocks - 1u)
            for (i = 0; i < 8u; i++)
                block[block_bytes - 1u - i] = (uint8_t)((uint64_t)length << 3 >> 8u * i);
        sha2_block(state, block, bits);
    }
    for (i = 0; i < bytes; i++)
        digest[i] = (uint8_t)(state[i / (bits / 8u)] >> (bits - 8u - 8u * (i % (bits / 8u))));
    erase(block, sizeof block);
    erase((volatile uint8_t *)state, sizeof state);
}

static void sha3(const uint8_t *message, size_t length, uint8_t *digest, size_t bytes)
{
    size_t rate = KECCAK_BYTES - 2u * bytes;
    size_t whole_bytes = (length / rate + 1u) * rate;
    uint64_t state[KECCAK_LANES] = {0};
    size_t at, i;

    for (at = 0; at < whole_bytes; at++) {
        uint8_t byte = padded_byte(message, length, at, 0x06);

        i = at % rate;
        if (at == whole_bytes - 1u)
            byte ^= 0x80u;
        state[i / 8u] ^= (uint64_t)byte << 8u * (i % 8u);
        if (i == rate - 1u)
            keccak(state);
    }
    for (i = 0; i < bytes; i++)
        digest[i] = (uint8_t)(state[i / 8u] >> 8u * (i % 8u));
    erase((volatile uint8_t *)state, sizeof state);
}

/* Computes the digest of a key by SHA-2 or SHA-3, of so many bits; returns its bytes. */
static size_t gatehash_hash_key(unsigned function, uint32_t bits, const uint8_t *key, size_t length,
                                uint8_t *digest)
{
    size_t bytes = bits / 8u;

    if (function <= (unsigned)GATEHASH_SHA_512_256)
        sha2(function - (unsigned)GATEHASH_SHA_224, key, length, digest, bytes);
    else
        sha3(key, length, digest, bytes);
    return bytes;
}

#endif
