/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file functions.c
 * @brief Table of all functions in software.
 */
#include "software.h"

#define SHAKE 256 /* of the variant of software_keccak */
#define HASH(number, name, compute, variant, bits) \
    {number, name, compute, variant, (bits) / 8, 0, 0, 0, 0, 0}

const software software_functions[GATEHASH_FUNCTIONS] = {
    HASH(GATEHASH_SHA_224, "sha-224", software_sha2_32, 0, 224),
    HASH(GATEHASH_SHA_256, "sha-256", software_sha2_32, 1, 256),
    HASH(GATEHASH_SHA_384, "sha-384", software_sha2_64, 2, 384),
    HASH(GATEHASH_SHA_512, "sha-512", software_sha2_64, 3, 512),
    HASH(GATEHASH_SHA_512_224, "sha-512/224", software_sha2_64, 0, 224),
    HASH(GATEHASH_SHA_512_256, "sha-512/256", software_sha2_64, 1, 256),
    HASH(GATEHASH_SHA3_224, "sha3-224", software_keccak, 144, 224),
    HASH(GATEHASH_SHA3_256, "sha3-256", software_keccak, 136, 256),
    HASH(GATEHASH_SHA3_384, "sha3-384", software_keccak, 104, 384),
    HASH(GATEHASH_SHA3_512, "sha3-512", software_keccak, 72, 512),
    HASH(GATEHASH_SHAKE128, "shake128", software_keccak, SHAKE + 168, 256),
    HASH(GATEHASH_SHAKE256, "shake256", software_keccak, SHAKE + 136, 512),
    HASH(GATEHASH_SKEIN_256_256, "skein-256-256", software_skein, 4, 256),
    HASH(GATEHASH_SKEIN_512_512, "skein-512-512", software_skein, 8, 512),
    HASH(GATEHASH_SKEIN_1024_1024, "skein-1024-1024", software_skein, 16, 1024),
    {GATEHASH_THREEFISH_256, "threefish-256", software_threefish, 4, 0, 32, 32, 16, 0, 0},
    {GATEHASH_THREEFISH_512, "threefish-512", software_threefish, 8, 0, 64, 64, 16, 0, 0},
    {GATEHASH_THREEFISH_1024, "threefish-1024", software_threefish, 16, 0, 128, 128, 16, 0, 0},
    HASH(GATEHASH_BLAKE_224, "blake-224", software_blake_32, 0, 224),
    HASH(GATEHASH_BLAKE_256, "blake-256", software_blake_32, 1, 256),
    HASH(GATEHASH_BLAKE_384, "blake-384", software_blake_64, 2, 384),
    HASH(GATEHASH_BLAKE_512, "blake-512", software_blake_64, 3, 512),
    {GATEHASH_CHACHA8, "chacha8", software_chacha, 8, 0, 0, 32, 0, 8, 0},
    {GATEHASH_CHACHA12, "chacha12", software_chacha, 12, 0, 0, 32, 0, 8, 0},
    {GATEHASH_CHACHA20, "chacha20", software_chacha, 20, 0, 0, 32, 0, 8, 0},
    HASH(GATEHASH_WHIRLPOOL, "whirlpool", software_whirlpool, 0, 512),
    HASH(GATEHASH_PHASH, "phash", software_phash, 0, 512),
    {GATEHASH_BLAKE2S_256, "blake2s-256", software_blake2_32, 0, 32, 0, 32, 0, 0, 0},
    {GATEHASH_BLAKE2B_512, "blake2b-512", software_blake2_64, 0, 64, 0, 64, 0, 0, 0},
    {GATEHASH_CHACHA20_IETF, "chacha20-ietf", software_chacha, 20, 0, 0, 32, 0, 12, 0},
    {GATEHASH_HMAC_SHA_224, "hmac-sha-224", software_hmac_sha2_32, 0, 28, 0, 64, 0, 0, 0},
    {GATEHASH_HMAC_SHA_256, "hmac-sha-256", software_hmac_sha2_32, 1, 32, 0, 64, 0, 0, 0},
    {GATEHASH_HMAC_SHA_384, "hmac-sha-384", software_hmac_sha2_64, 2, 48, 0, 128, 0, 0, 0},
    {GATEHASH_HMAC_SHA_512, "hmac-sha-512", software_hmac_sha2_64, 3, 64, 0, 128, 0, 0, 0},
    {GATEHASH_HMAC_SHA_512_224, "hmac-sha-512/224", software_hmac_sha2_64, 0, 28, 0, 128, 0, 0, 0},
    {GATEHASH_HMAC_SHA_512_256, "hmac-sha-512/256", software_hmac_sha2_64, 1, 32, 0, 128, 0, 0, 0},
    {GATEHASH_BLAKE3, "blake3", software_blake3, 0, 32, 0, 0, 0, 0, 0},
    {GATEHASH_BLAKE3_KEYED, "blake3-keyed", software_blake3, 1, 32, 0, 32, 0, 0, 0},
    {GATEHASH_BLAKE3_CONTEXT, "blake3-context", software_blake3, 2, 32, 0, 0, 0, 0, 0},
    {GATEHASH_BLAKE3_MATERIAL, "blake3-material", software_blake3, 3, 32, 0, 32, 0, 0, 0},
    {GATEHASH_HMAC_SHA3_224, "hmac-sha3-224", software_hmac_sha3, 144, 28, 0, 144, 0, 0, 0},
    {GATEHASH_HMAC_SHA3_256, "hmac-sha3-256", software_hmac_sha3, 136, 32, 0, 136, 0, 0, 0},
    {GATEHASH_HMAC_SHA3_384, "hmac-sha3-384", software_hmac_sha3, 104, 48, 0, 104, 0, 0, 0},
    {GATEHASH_HMAC_SHA3_512, "hmac-sha3-512", software_hmac_sha3, 72, 64, 0, 72, 0, 0, 0},
    {GATEHASH_KMAC128, "kmac128", software_kmac, 168, 32, 0, 32, 0, 0, 0},
    {GATEHASH_KMAC256, "kmac256", software_kmac, 136, 64, 0, 32, 0, 0, 0},
    {GATEHASH_SKEIN_MAC_256_256, "skein-mac-256-256", software_skein_mac, 4, 32, 0, 32, 0, 0, 0},
    {GATEHASH_SKEIN_MAC_512_512, "skein-mac-512-512", software_skein_mac, 8, 64, 0, 64, 0, 0, 0},
    {GATEHASH_CHACHA20_POLY1305, "chacha20-poly1305", software_chacha_poly, 20, 0, 0, 32, 0, 12, 16},
    {GATEHASH_XCHACHA20_POLY1305, "xchacha20-poly1305", software_chacha_poly, 20, 0, 0, 32, 0, 24, 16},
    {GATEHASH_XCHACHA20, "xchacha20", software_chacha, 20, 0, 0, 32, 0, 24, 0},
    {GATEHASH_SKEIN_MAC_1024_1024, "skein-mac-1024-1024", software_skein_mac, 16, 128, 0, 128, 0, 0, 0},
    HASH(GATEHASH_SKEIN_TREE_512_512, "skein-tree-512-512", software_skein_tree, 8, 512),
    /* Without a name and a customization string, as the driver gives neither. */
    HASH(GATEHASH_CSHAKE128, "cshake128", software_keccak, SHAKE + 168, 256),
    HASH(GATEHASH_CSHAKE256, "cshake256", software_keccak, SHAKE + 136, 512),
    {GATEHASH_POLY1305, "poly1305", software_poly1305, 0, 16, 0, 32, 0, 0, 0},
};
