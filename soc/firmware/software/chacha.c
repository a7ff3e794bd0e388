/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file chacha.c
 * @brief ChaCha (Bernstein, 2008), with a counter and a nonce of 64 bits, ChaCha20 of RFC 8439, with a
 * counter of 32 and a nonce of 96, and XChaCha20, with a nonce of 192 (draft-irtf-cfrg-xchacha-03).
 */
#include "bytes.h"
#include "software.h"

#define BLOCK_BYTES 64
#define SHORT_COUNTER_NONCE_BYTES 12
/* Bytes of a nonce that make another key. */
#define EXTENSION_BYTES 16

#define QUARTER(a, b, c, d)          \
    do {                             \
        a += b;                      \
        d = rotl32(d ^ a, 16);       \
        c += d;                      \
        b = rotl32(b ^ c, 12);       \
        a += b;                      \
        d = rotl32(d ^ a, 8);        \
        c += d;                      \
        b = rotl32(b ^ c, 7);        \
    } while (0)

static void mix(uint32_t *x, unsigned rounds)
{
    unsigned i;

    for (i = 0; i < rounds; i += 2) {
        QUARTER(x[0], x[4], x[8], x[12]);
        QUARTER(x[1], x[5], x[9], x[13]);
        QUARTER(x[2], x[6], x[10], x[14]);
        QUARTER(x[3], x[7], x[11], x[15]);
        QUARTER(x[0], x[5], x[10], x[15]);
        QUARTER(x[1], x[6], x[11], x[12]);
        QUARTER(x[2], x[7], x[8], x[13]);
        QUARTER(x[3], x[4], x[9], x[14]);
    }
}

void software_key_stream(const uint32_t *start, unsigned rounds, uint8_t *block)
{
    uint32_t x[16];
    unsigned i;

    memcpy(x, start, sizeof x);
    mix(x, rounds);
    for (i = 0; i < 16; i++)
        store32_le(block + 4 * i, x[i] + start[i]);
}

static void start(uint32_t *x, const uint8_t *key)
{
    static const uint8_t constants[] = "expand 32-byte k";
    unsigned i;

    for (i = 0; i < 4; i++)
        x[i] = load32_le(constants + 4 * i);
    for (i = 0; i < 8; i++)
        x[4 + i] = load32_le(key + 4 * i);
}

void software_chacha_start(uint32_t *x, unsigned rounds, const uint8_t *key, const uint8_t *nonce,
                           size_t nonce_bytes)
{
    size_t i;

    start(x, key);
    if (nonce_bytes > EXTENSION_BYTES) {
        /* HChaCha20 makes the key. */
        uint8_t made[32];

        for (i = 0; i < 4; i++)
            x[12 + i] = load32_le(nonce + 4 * i);
        mix(x, rounds);
        for (i = 0; i < 4; i++) {
            store32_le(made + 4 * i, x[i]);
            store32_le(made + 16 + 4 * i, x[12 + i]);
        }
        start(x, made);
        nonce += EXTENSION_BYTES;
        nonce_bytes -= EXTENSION_BYTES;
    }
    for (i = 12; i < 16; i++)
        x[i] = 0;
    for (i = 0; i < nonce_bytes; i += 4)
        x[16 - (nonce_bytes - i) / 4] = load32_le(nonce + i);
}

SOFTWARE_COMPUTE(software_chacha)
{
    uint32_t x[16];
    uint8_t block[BLOCK_BYTES];
    uint64_t counter = parameters->counter;
    size_t at, i;

    software_chacha_start(x, self->variant, parameters->key, parameters->nonce, self->nonce_bytes);
    for (at = 0; at < length; at += BLOCK_BYTES, counter++) {
        x[12] = (uint32_t)counter;
        if (self->nonce_bytes != SHORT_COUNTER_NONCE_BYTES)
            x[13] = (uint32_t)(counter >> 32);
        software_key_stream(x, self->variant, block);
        for (i = 0; i < BLOCK_BYTES && at + i < length; i++)
            answer[at + i] = message[at + i] ^ block[i];
    }
}
