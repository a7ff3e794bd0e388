/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file keccak.c
 * @brief SHA-3 and SHAKE (FIPS 202).
 */
#include "bytes.h"
#include "constants.h"
#include "software.h"

#define LANES 25
#define SHAKE 256u

/* The five steps of a round; KECCAK_MOVES has rho and pi, lane by lane. */
static void permute(uint64_t *a)
{
    unsigned round, x, y;

    for (round = 0; round < KECCAK_ROUNDS; round++) {
        uint64_t b[LANES], c[5], d;

        for (x = 0; x < 5; x++)
            c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
        for (x = 0; x < 5; x++) {
            d = c[(x + 4) % 5] ^ rotl64(c[(x + 1) % 5], 1);
            for (y = 0; y < LANES; y += 5)
                a[x + y] ^= d;
        }
        b[0] = a[0];
#define MOVE(to, from, distance) b[to] = rotl64(a[from], distance);
        KECCAK_MOVES(MOVE)
#undef MOVE
        for (y = 0; y < LANES; y += 5)
            for (x = 0; x < 5; x++)
                a[x + y] = b[x + y] ^ (~b[(x + 1) % 5 + y] & b[(x + 2) % 5 + y]);
        a[0] ^= keccak_constants[round];
    }
}

static void absorb(uint64_t *a, const uint8_t *block, size_t rate)
{
    size_t lane;

    for (lane = 0; lane < rate / 8; lane++)
        a[lane] ^= load64_le(block + 8 * lane);
    permute(a);
}

SOFTWARE_COMPUTE(software_keccak)
{
    uint64_t a[LANES] = {0};
    uint8_t tail[8 * LANES] = {0};
    size_t rate = self->variant % SHAKE, at, left;

    (void)parameters;
    for (at = 0; at + rate <= length; at += rate)
        absorb(a, message + at, rate);
    memcpy(tail, message + at, length - at);
    tail[length - at] = self->variant > SHAKE ? 0x1f : 0x06;
    tail[rate - 1] |= 0x80;
    absorb(a, tail, rate);
    /* No digest here is longer than the rate. */
    for (at = 0; at < self->digest_bytes; at += 8) {
        uint8_t lane[8];

        left = self->digest_bytes - at;
        store64_le(lane, a[at / 8]);
        memcpy(answer + at, lane, left < 8 ? left : 8);
    }
}
