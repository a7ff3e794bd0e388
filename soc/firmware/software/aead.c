/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aead.c
 * @brief ChaCha20-Poly1305 (RFC 8439) and XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha): encryption.
 *
 * Poly1305 alone.
 */
#include "bytes.h"
#include "software.h"

#define BLOCK_BYTES 64
#define PART_BYTES 16
/* Numbers modulo 2**130 - 5 have five limbs. */
#define LIMBS 5
#define LIMB_BITS 26
#define LIMB_MASK 0x3ffffffu

typedef struct {
    uint32_t h[LIMBS];
    uint32_t r[LIMBS];
    uint8_t s[PART_BYTES];
} poly1305;

/* Returns a limb of a number of 17 bytes. */
static uint32_t limb(const uint8_t *bytes, unsigned number)
{
    unsigned place = LIMB_BITS * number;

    return load32_le(bytes + place / 8) >> place % 8 & LIMB_MASK;
}

static void begin(poly1305 *tag, const uint8_t *key)
{
    uint8_t bytes[PART_BYTES + 1];
    unsigned i;

    memcpy(bytes, key, PART_BYTES);
    bytes[PART_BYTES] = 0;
    for (i = 3; i < PART_BYTES; i += 4)
        bytes[i] &= 15;
    for (i = 4; i < PART_BYTES; i += 4)
        bytes[i] &= 252;
    for (i = 0; i < LIMBS; i++) {
        tag->h[i] = 0;
        tag->r[i] = limb(bytes, i);
    }
    memcpy(tag->s, key + PART_BYTES, PART_BYTES);
}

/* Adds bytes, and where it pads zeros up to a whole block. */
static void add(poly1305 *tag, const uint8_t *data, size_t length, int pads)
{
    uint8_t bytes[PART_BYTES + 1];
    size_t at;

    for (at = 0; at < length; at += PART_BYTES) {
        size_t part = length - at < PART_BYTES ? length - at : PART_BYTES;
        uint64_t sums[LIMBS], carry = 0;
        unsigned i, j;

        memset(bytes, 0, sizeof bytes);
        memcpy(bytes, data + at, part);
        bytes[pads ? PART_BYTES : part] = 1;
        for (i = 0; i < LIMBS; i++)
            tag->h[i] += limb(bytes, i);
        /* A product of limbs beyond the fifth counts five times, as 2**130 is 5. */
        for (i = 0; i < LIMBS; i++) {
            sums[i] = 0;
            for (j = 0; j < LIMBS; j++)
                sums[i] += (uint64_t)tag->h[j] * tag->r[(i + LIMBS - j) % LIMBS] * (j > i ? 5 : 1);
        }
        for (i = 0; i < LIMBS; i++) {
            carry += sums[i];
            tag->h[i] = (uint32_t)carry & LIMB_MASK;
            carry >>= LIMB_BITS;
        }
        carry = carry * 5 + tag->h[0];
        tag->h[0] = (uint32_t)carry & LIMB_MASK;
        tag->h[1] += (uint32_t)(carry >> LIMB_BITS);
    }
}

static void end(poly1305 *tag, uint8_t *answer)
{
    uint32_t over = 0, carry, less[LIMBS];
    uint64_t sum = 0;
    unsigned pass, i, bits = 0, at = 0;

    for (pass = 0; pass < 2; pass++) {
        carry = over * 5;
        for (i = 0; i < LIMBS; i++) {
            carry += tag->h[i];
            tag->h[i] = carry & LIMB_MASK;
            carry >>= LIMB_BITS;
        }
        over = carry;
    }
    /* The number or, if that is not below zero, 2**130 - 5 less: both are computed. */
    carry = 5;
    for (i = 0; i < LIMBS; i++) {
        carry += tag->h[i];
        less[i] = carry & LIMB_MASK;
        carry >>= LIMB_BITS;
    }
    for (i = 0; i < LIMBS; i++)
        tag->h[i] = (less[i] & (0u - carry)) | (tag->h[i] & (carry - 1u));
    for (i = 0; at < PART_BYTES; i++) {
        sum |= (uint64_t)tag->h[i] << bits;
        for (bits += LIMB_BITS; bits >= 8 && at < PART_BYTES; bits -= 8, sum >>= 8)
            answer[at++] = (uint8_t)sum;
    }
    for (carry = 0, i = 0; i < PART_BYTES; i++, carry >>= 8) {
        carry += (uint32_t)answer[i] + tag->s[i];
        answer[i] = (uint8_t)carry;
    }
}

SOFTWARE_COMPUTE(software_chacha_poly)
{
    uint32_t x[16];
    uint8_t block[BLOCK_BYTES], lengths[PART_BYTES];
    uint64_t sizes[2];
    poly1305 tag;
    size_t at, i;

    software_chacha_start(x, self->variant, parameters->key, parameters->nonce, self->nonce_bytes);
    software_key_stream(x, self->variant, block);
    begin(&tag, block);
    add(&tag, parameters->ad, parameters->ad_bytes, 1);
    for (at = 0; at < length; at += BLOCK_BYTES) {
        x[12]++;
        software_key_stream(x, self->variant, block);
        for (i = 0; i < BLOCK_BYTES && at + i < length; i++)
            answer[at + i] = message[at + i] ^ block[i];
    }
    add(&tag, answer, length, 1);
    sizes[0] = parameters->ad_bytes;
    sizes[1] = length;
    for (i = 0; i < PART_BYTES; i++)
        lengths[i] = (uint8_t)(sizes[i / 8] >> 8 * (i % 8));
    add(&tag, lengths, sizeof lengths, 1);
    end(&tag, answer + length);
}

SOFTWARE_COMPUTE(software_poly1305)
{
    poly1305 tag;

    (void)self;
    begin(&tag, parameters->key);
    add(&tag, message, length, 0);
    end(&tag, answer);
}
