/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file keccak.c
 * @brief SHA-3 and SHAKE (FIPS 202), HMAC with SHA-3 (FIPS 198-1), and KMAC (NIST SP 800-185).
 */
#include "bytes.h"
#include "constants.h"
#include "software.h"

#define LANES 25
#define SHAKE 256u
#define MOST_RATE 168u

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

/* A sponge, and the bytes that are not yet a block. */
typedef struct {
    uint64_t a[LANES];
    uint8_t rest[MOST_RATE];
    size_t rate, held;
} sponge;

static void begin(sponge *s, size_t rate)
{
    memset(s, 0, sizeof *s);
    s->rate = rate;
}

static void take(sponge *s, const uint8_t *data, size_t length)
{
    size_t at = 0;

    while (s->held + length - at >= s->rate) {
        if (s->held == 0) {
            absorb(s->a, data + at, s->rate);
            at += s->rate;
        } else {
            size_t missing = s->rate - s->held;

            memcpy(s->rest + s->held, data + at, missing);
            absorb(s->a, s->rest, s->rate);
            at += missing;
            s->held = 0;
        }
    }
    if (at < length)
        memcpy(s->rest + s->held, data + at, length - at);
    s->held += length - at;
}

/* No digest here is longer than the rate. */
static void end(sponge *s, unsigned suffix, uint8_t *digest, size_t bytes)
{
    size_t at;

    memset(s->rest + s->held, 0, s->rate - s->held);
    s->rest[s->held] = (uint8_t)suffix;
    s->rest[s->rate - 1] |= 0x80;
    absorb(s->a, s->rest, s->rate);
    for (at = 0; at < bytes; at += 8) {
        uint8_t lane[8];

        store64_le(lane, s->a[at / 8]);
        memcpy(digest + at, lane, bytes - at < 8 ? bytes - at : 8);
    }
}

SOFTWARE_COMPUTE(software_keccak)
{
    sponge s;

    (void)parameters;
    begin(&s, self->variant % SHAKE);
    take(&s, message, length);
    end(&s, self->variant > SHAKE ? 0x1f : 0x06, answer, self->digest_bytes);
}

/* FIPS 198-1, section 4. */
SOFTWARE_COMPUTE(software_hmac_sha3)
{
    uint8_t key[MOST_RATE] = {0}, digest[64];
    size_t rate = self->variant, i;
    sponge s;

    if (parameters->key_bytes > rate) {
        begin(&s, rate);
        take(&s, parameters->key, parameters->key_bytes);
        end(&s, 0x06, key, self->digest_bytes);
    } else if (parameters->key_bytes != 0) {
        memcpy(key, parameters->key, parameters->key_bytes);
    }
    for (i = 0; i < rate; i++)
        key[i] ^= 0x36;
    begin(&s, rate);
    take(&s, key, rate);
    take(&s, message, length);
    end(&s, 0x06, digest, self->digest_bytes);
    for (i = 0; i < rate; i++)
        key[i] ^= 0x36 ^ 0x5c;
    begin(&s, rate);
    take(&s, key, rate);
    take(&s, digest, self->digest_bytes);
    end(&s, 0x06, answer, self->digest_bytes);
}

/* Takes zeros to the end of the block. */
static void fill(sponge *s)
{
    static const uint8_t zeros[MOST_RATE];

    if (s->held != 0)
        take(s, zeros, s->rate - s->held);
}

/* SP 800-185, section 4.3, without a customization string. */
SOFTWARE_COMPUTE(software_kmac)
{
    const uint32_t key_bits = 8 * (uint32_t)parameters->key_bytes;
    const uint32_t bits = 8 * self->digest_bytes;
    const uint8_t names[] = {1, (uint8_t)self->variant, 1, 32, 'K', 'M', 'A', 'C', 1, 0};
    const uint8_t padded[] = {1, (uint8_t)self->variant};
    /* left_encode of the key's bits, without leading zeros; right_encode of the digest's. */
    const uint8_t coded[] = {(uint8_t)(key_bits >> 8), (uint8_t)key_bits};
    const uint8_t tail[] = {(uint8_t)(bits >> 8), (uint8_t)bits, 2};
    const uint8_t bytes = key_bits > 255 ? 2 : 1;
    sponge s;

    begin(&s, self->variant);
    take(&s, names, sizeof names);
    fill(&s);
    take(&s, padded, sizeof padded);
    take(&s, &bytes, 1);
    take(&s, coded + 2 - bytes, bytes);
    if (parameters->key_bytes != 0)
        take(&s, parameters->key, parameters->key_bytes);
    fill(&s);
    take(&s, message, length);
    take(&s, tail, sizeof tail);
    end(&s, 0x04, answer, self->digest_bytes);
}
