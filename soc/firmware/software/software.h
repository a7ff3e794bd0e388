/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file software.h
 * @brief The library's functions in plain C99, to compare the hardware with.
 *
 * One function computes an answer of a whole message. Constants come from the golden models: they are in
 * the generated constants.h.
 */
#ifndef GATEHASH_SOFTWARE_H
#define GATEHASH_SOFTWARE_H

#include "gatehash.h"

/** A function of the library in software. */
typedef struct software {
    gatehash_function function; /**< its number */
    const char *name;           /**< its name */
    /** Computes the answer to a message; of a cipher it is as long as the message, and a tag longer
        of an authenticated one. */
    void (*compute)(const struct software *self, const gatehash_parameters *parameters,
                    const uint8_t *message, size_t length, uint8_t *answer);
    unsigned variant;      /**< what the function makes of several of its kind */
    unsigned digest_bytes; /**< length of the digest; 0 of a cipher */
    unsigned block_bytes;  /**< messages are whole blocks of so many bytes; 0 for any length */
    unsigned key_bytes;    /**< length of a key: a cipher's, the longest of a keyed hash */
    unsigned tweak_bytes;  /**< length of a cipher's tweak */
    unsigned nonce_bytes;  /**< length of a cipher's nonce */
    unsigned tag_bytes;    /**< bytes of a tag behind what a cipher encrypts */
} software;

/** All functions, in the order of their numbers. */
extern const software software_functions[GATEHASH_FUNCTIONS];

/** What a function of the table has as its `compute`. */
#define SOFTWARE_COMPUTE(name)                                                                 \
    void name(const software *self, const gatehash_parameters *parameters, const uint8_t *message, \
              size_t length, uint8_t *answer)

SOFTWARE_COMPUTE(software_sha2_32);   /**< variant: row of SHA2_32_INITIAL */
SOFTWARE_COMPUTE(software_sha2_64);   /**< variant: row of SHA2_64_INITIAL */
/** HMAC; variants as those of the hash. */
SOFTWARE_COMPUTE(software_hmac_sha2_32);
SOFTWARE_COMPUTE(software_hmac_sha2_64);
SOFTWARE_COMPUTE(software_keccak);    /**< variant: bytes of the rate, and 256 for SHAKE */
SOFTWARE_COMPUTE(software_hmac_sha3); /**< variant: bytes of the rate */
SOFTWARE_COMPUTE(software_kmac);      /**< variant: bytes of the rate */
SOFTWARE_COMPUTE(software_skein);     /**< variant: words of the state */
SOFTWARE_COMPUTE(software_skein_mac); /**< variant: words of the state */
SOFTWARE_COMPUTE(software_skein_tree); /**< variant: words of the state */
SOFTWARE_COMPUTE(software_threefish); /**< encrypts; variant: words of the block */
SOFTWARE_COMPUTE(software_blake_32);  /**< variant: row of SHA2_32_INITIAL */
SOFTWARE_COMPUTE(software_blake_64);  /**< variant: row of SHA2_64_INITIAL */
SOFTWARE_COMPUTE(software_blake2_32); /**< variant: none */
SOFTWARE_COMPUTE(software_blake2_64); /**< variant: none */
SOFTWARE_COMPUTE(software_blake3);    /**< variant: hash, keyed hash, context, material */
SOFTWARE_COMPUTE(software_chacha);    /**< variant: rounds */
SOFTWARE_COMPUTE(software_chacha_poly); /**< encrypts; variant: rounds */
SOFTWARE_COMPUTE(software_poly1305);  /**< variant: none */
SOFTWARE_COMPUTE(software_whirlpool);
SOFTWARE_COMPUTE(software_phash);

/** Forms ChaCha's initial state, with a counter of zero; a nonce of 24 bytes is that of XChaCha. */
void software_chacha_start(uint32_t *x, unsigned rounds, const uint8_t *key, const uint8_t *nonce,
                           size_t nonce_bytes);

/** Computes a block of ChaCha's key stream from the words of the initial state. */
void software_key_stream(const uint32_t *start, unsigned rounds, uint8_t *block);

/** Encrypts a block of 64 bytes with W, the cipher of Whirlpool and PHASH. */
void software_w(const uint8_t *key, const uint8_t *plaintext, uint8_t *ciphertext);

#endif
