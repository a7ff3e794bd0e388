/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file blake3.c
 * @brief BLAKE3: its three modes, and output from any block on. Symbols are those of the specification.
 */
#include "bytes.h"
#include "constants.h"
#include "software.h"

#define BLOCK_BYTES 64u
#define CHUNK_BYTES 1024u
#define KEYED 1u
#define MATERIAL 3u
/* Chaining values of subtrees: enough for a message of 2**64 bytes. */
#define DEPTH 54

enum { CHUNK_START = 1, CHUNK_END = 2, PARENT = 4, ROOT = 8 };

/* What is compressed into a chaining value, or into the output. */
typedef struct node {
    uint32_t h[8], m[16];
    uint64_t t;
    uint32_t size, flags;
} node;

static void g(uint32_t *v, unsigned a, unsigned b, unsigned c, unsigned d, uint32_t x, uint32_t y)
{
    v[a] += v[b] + x;
    v[d] = rotr32(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = rotr32(v[b] ^ v[c], 12);
    v[a] += v[b] + y;
    v[d] = rotr32(v[d] ^ v[a], 8);
    v[c] += v[d];
    v[b] = rotr32(v[b] ^ v[c], 7);
}

/* Section 2.2. */
static void compress(const node *of, uint32_t *output)
{
    uint32_t v[16];
    unsigned i, r;

    for (i = 0; i < 8; i++) {
        v[i] = of->h[i];
        v[i + 8] = sha2_32_initial[1][i];
    }
    v[12] = (uint32_t)of->t;
    v[13] = (uint32_t)(of->t >> 32);
    v[14] = of->size;
    v[15] = of->flags;
    for (r = 0; r < BLAKE3_ROUNDS; r++) {
        const uint8_t *s = blake3_schedule[r];

        for (i = 0; i < 4; i++)
            g(v, i, i + 4, i + 8, i + 12, of->m[s[2 * i]], of->m[s[2 * i + 1]]);
        for (i = 0; i < 4; i++)
            g(v, i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12, of->m[s[2 * i + 8]],
              of->m[s[2 * i + 9]]);
    }
    for (i = 0; i < 8; i++) {
        output[i] = v[i] ^ v[i + 8];
        output[i + 8] = v[i + 8] ^ of->h[i];
    }
}

static void parent(node *of, const uint32_t *key, const uint32_t *left, uint32_t flags)
{
    uint32_t right[16];

    compress(of, right);
    memcpy(of->h, key, sizeof of->h);
    memcpy(of->m, left, 32);
    memcpy(of->m + 8, right, 32);
    of->t = 0;
    of->size = BLOCK_BYTES;
    of->flags = flags | PARENT;
}

/* Variant: 0 hash, 1 keyed hash, 2 the key of a context, 3 what is derived with it. */
SOFTWARE_COMPUTE(software_blake3)
{
    uint32_t stack[DEPTH][8], key[8], output[16], flags;
    size_t at = 0, bytes = self->digest_bytes, i;
    uint64_t chunk = 0;
    unsigned depth = 0;
    node now;

    flags = self->variant == 0 ? 0u : 8u << self->variant;
    for (i = 0; i < 8; i++)
        key[i] = self->variant == KEYED || self->variant == MATERIAL
                     ? load32_le(parameters->key + 4 * i)
                     : sha2_32_initial[1][i];
    memcpy(now.h, key, sizeof key);
    for (;;) {
        size_t left = length - at, size = left < BLOCK_BYTES ? left : BLOCK_BYTES;
        uint8_t block[BLOCK_BYTES] = {0};
        uint64_t chunks;

        memcpy(block, message + at, size);
        for (i = 0; i < 16; i++)
            now.m[i] = load32_le(block + 4 * i);
        now.t = chunk;
        now.size = (uint32_t)size;
        now.flags = flags | (at % CHUNK_BYTES == 0 ? CHUNK_START : 0u);
        at += size;
        if (at == length)
            break;
        if (at % CHUNK_BYTES != 0) {
            compress(&now, output);
            memcpy(now.h, output, sizeof now.h);
            continue;
        }
        now.flags |= CHUNK_END;
        for (chunks = ++chunk; chunks % 2 == 0; chunks /= 2)
            parent(&now, key, stack[--depth], flags);
        compress(&now, output);
        memcpy(stack[depth++], output, sizeof now.h);
        memcpy(now.h, key, sizeof key);
    }
    now.flags |= CHUNK_END;
    while (depth != 0)
        parent(&now, key, stack[--depth], flags);
    now.flags |= ROOT;
    now.t = parameters->counter;
    for (i = 0; i < bytes; i++) {
        if (i % BLOCK_BYTES == 0) {
            compress(&now, output);
            now.t++;
        }
        answer[i] = (uint8_t)(output[i % BLOCK_BYTES / 4] >> i % 4 * 8);
    }
}
