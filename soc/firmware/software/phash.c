/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file phash.c
 * @brief PHASH on the W cipher; docs/phash.md has what the paper leaves open.
 */
#include "bytes.h"
#include "software.h"

#define BLOCK_BYTES 112
#define Y_BYTES 48
#define VALUE_BYTES 64
#define GROUP 256
#define LENGTH_BYTES 16
#define LEVELS 5 /* 256^4 blocks are more than any memory of 32-bit addresses has */

/* The group of a level that is not complete: its values are added up in two halves. */
typedef struct {
    uint8_t halves[2][VALUE_BYTES];
    unsigned count;
    int reduced; /* an earlier group was complete */
} level;

static void reduce(level *here, uint8_t *value)
{
    software_w(here->halves[0], here->halves[1], value);
    memset(here->halves, 0, sizeof here->halves);
    here->count = 0;
}

/* Adds a value to a level, and what becomes of complete groups to the levels above. */
static void add(level *levels, unsigned at, const uint8_t *from)
{
    uint8_t value[VALUE_BYTES];
    unsigned i;

    memcpy(value, from, VALUE_BYTES);
    for (;; at++) {
        level *here = &levels[at];

        for (i = 0; i < VALUE_BYTES; i++)
            here->halves[here->count / (GROUP / 2)][i] ^= value[i];
        if (++here->count < GROUP)
            return;
        reduce(here, value);
        here->reduced = 1;
    }
}

static void compress(level *levels, const uint8_t *block, uint64_t number)
{
    uint8_t v[VALUE_BYTES] = {0}, value[VALUE_BYTES];

    memcpy(v, block, Y_BYTES);
    store64_be(v + VALUE_BYTES - 8, number);
    software_w(block + Y_BYTES, v, value);
    add(levels, 0, value);
}

SOFTWARE_COMPUTE(software_phash)
{
    level levels[LEVELS];
    uint8_t tail[2 * BLOCK_BYTES];
    uint64_t number = 0;
    size_t at, size;
    unsigned up;

    (void)self;
    (void)parameters;
    memset(levels, 0, sizeof levels);
    for (at = 0; at + BLOCK_BYTES <= length; at += BLOCK_BYTES)
        compress(levels, message + at, number++);
    size = pad_tail(tail, message + at, length, BLOCK_BYTES, LENGTH_BYTES);
    for (at = 0; at < size; at += BLOCK_BYTES)
        compress(levels, tail + at, number++);
    /* A single value above the lowest level is the digest; others are reduced once more. */
    for (up = 0; up == 0 || levels[up].count > 1 || levels[up].reduced; up++) {
        uint8_t value[VALUE_BYTES];

        if (levels[up].count != 0) {
            reduce(&levels[up], value);
            add(levels, up + 1, value);
        }
    }
    memcpy(answer, levels[up].halves[0], VALUE_BYTES);
}
