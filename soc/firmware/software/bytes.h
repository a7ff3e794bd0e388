/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file bytes.h
 * @brief Words in memory, rotations, and the padding that most hash functions have.
 */
#ifndef GATEHASH_BYTES_H
#define GATEHASH_BYTES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint32_t rotl32(uint32_t x, unsigned n)
{
    return x << n | x >> (32u - n);
}

static inline uint32_t rotr32(uint32_t x, unsigned n)
{
    return x >> n | x << (32u - n);
}

static inline uint64_t rotl64(uint64_t x, unsigned n)
{
    return x << n | x >> (64u - n);
}

static inline uint64_t rotr64(uint64_t x, unsigned n)
{
    return x >> n | x << (64u - n);
}

static inline uint32_t load32_le(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint32_t load32_be(const uint8_t *p)
{
    return (uint32_t)p[3] | (uint32_t)p[2] << 8 | (uint32_t)p[1] << 16 | (uint32_t)p[0] << 24;
}

static inline uint64_t load64_le(const uint8_t *p)
{
    return load32_le(p) | (uint64_t)load32_le(p + 4) << 32;
}

static inline uint64_t load64_be(const uint8_t *p)
{
    return load32_be(p + 4) | (uint64_t)load32_be(p) << 32;
}

static inline void store32_le(uint8_t *p, uint32_t x)
{
    p[0] = (uint8_t)x;
    p[1] = (uint8_t)(x >> 8);
    p[2] = (uint8_t)(x >> 16);
    p[3] = (uint8_t)(x >> 24);
}

static inline void store32_be(uint8_t *p, uint32_t x)
{
    p[3] = (uint8_t)x;
    p[2] = (uint8_t)(x >> 8);
    p[1] = (uint8_t)(x >> 16);
    p[0] = (uint8_t)(x >> 24);
}

static inline void store64_le(uint8_t *p, uint64_t x)
{
    store32_le(p, (uint32_t)x);
    store32_le(p + 4, (uint32_t)(x >> 32));
}

static inline void store64_be(uint8_t *p, uint64_t x)
{
    store32_be(p + 4, (uint32_t)x);
    store32_be(p, (uint32_t)(x >> 32));
}

/**
 * @brief Pads the end of a message: a one bit, zeros, and the message's length in bits, big-endian.
 * @param tail where it goes, room for two blocks
 * @param rest the message's last bytes, less than a block
 * @param length length of the whole message in bytes
 * @param block bytes of a block, at most 128
 * @param counted bytes of the length that stands at the end
 * @return bytes of the padded end: one block or two
 */
static inline size_t pad_tail(uint8_t *tail, const uint8_t *rest, size_t length, size_t block,
                              size_t counted)
{
    size_t kept = length % block;
    size_t size = kept + 1 + counted <= block ? block : 2 * block;

    memset(tail, 0, size);
    memcpy(tail, rest, kept);
    tail[kept] = 0x80;
    store64_be(tail + size - 8, (uint64_t)length << 3);
    return size;
}

#endif
