/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file gatehash_kdf.h
 * @brief Key derivation on the HMAC and KMAC of a design behind a bus bridge.
 *
 * HKDF (RFC 5869), PBKDF2 (RFC 8018, section 5.2), the KDF in counter mode on HMAC (NIST SP 800-108r1,
 * section 4.1) and the KDF on KMAC (section 4.4), on the driver of gatehash.h:
 *
 * @code
 *     uint8_t key[32];
 *
 *     gatehash_pbkdf2(&device, GATEHASH_HMAC_SHA_256, password, 8, salt, 16, 10000, key, sizeof key);
 * @endcode
 *
 * The design computes each code. A key is sent to it once: it holds the key for the messages that follow,
 * and the last of them erases it. No call allocates, and each erases what it has computed on the stack. A
 * message of the device that is under way is abandoned.
 *
 * Each call returns GATEHASH_OK, or what is wrong; the derived key is zeros then. GATEHASH_ERROR_ARGUMENT is a
 * pointer that is missing, GATEHASH_ERROR_FUNCTION a function that is not HMAC, or not KMAC, or that the design
 * lacks, and GATEHASH_ERROR_PARAMETER a key of no bytes or of a wrong length, or a number or a length of the
 * derived key that is out of range; all three come before anything is sent, except for a length that the
 * design's KMAC has not. Others are those of the driver. Data of no bytes may be NULL.
 */
#ifndef GATEHASH_KDF_H
#define GATEHASH_KDF_H

#include "gatehash.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The input of the KDF in counter mode beside the key. A pointer that is not given is NULL. */
typedef struct {
    const uint8_t *label; /**< purpose of the derived key */
    size_t label_bytes;   /**< its length */
    const uint8_t *context; /**< its parties and circumstances */
    size_t context_bytes; /**< their length */
    /** All behind the counter, in place of label, zero byte, context and length of the derived key. */
    const uint8_t *fixed;
    size_t fixed_bytes;    /**< its length */
    const uint8_t *before; /**< all in front of the counter */
    size_t before_bytes;   /**< its length */
    unsigned counter_bits; /**< 8, 16, 24 or 32 */
} gatehash_counter_input;

/**
 * @brief Computes the pseudorandom key of HKDF-Extract.
 * @param device the device
 * @param function HMAC, such as GATEHASH_HMAC_SHA_256
 * @param salt the salt; NULL for zeros
 * @param salt_bytes its length
 * @param key input keying material
 * @param key_bytes its length, at least 1
 * @param prk where the key goes, of gatehash_digest_bytes(function) bytes
 * @return GATEHASH_OK, or what is wrong
 */
gatehash_status gatehash_hkdf_extract(gatehash_device *device, gatehash_function function,
                                      const uint8_t *salt, size_t salt_bytes, const uint8_t *key,
                                      size_t key_bytes, uint8_t *prk);

/**
 * @brief Derives a key with HKDF-Expand.
 * @param device the device
 * @param function HMAC, such as GATEHASH_HMAC_SHA_256
 * @param prk the pseudorandom key
 * @param prk_bytes its length, at least that of a digest
 * @param info context of the derived key
 * @param info_bytes its length
 * @param derived where the derived key goes
 * @param derived_bytes its length, 1 to 255 digests
 * @return GATEHASH_OK, or what is wrong
 */
gatehash_status gatehash_hkdf_expand(gatehash_device *device, gatehash_function function,
                                     const uint8_t *prk, size_t prk_bytes, const uint8_t *info,
                                     size_t info_bytes, uint8_t *derived, size_t derived_bytes);

/**
 * @brief Derives a key with HKDF: extract, then expand.
 * @param device the device
 * @param function HMAC, such as GATEHASH_HMAC_SHA_256
 * @param salt the salt; NULL for zeros
 * @param salt_bytes its length
 * @param key input keying material
 * @param key_bytes its length, at least 1
 * @param info context of the derived key
 * @param info_bytes its length
 * @param derived where the derived key goes
 * @param derived_bytes its length, 1 to 255 digests
 * @return GATEHASH_OK, or what is wrong
 */
gatehash_status gatehash_hkdf(gatehash_device *device, gatehash_function function, const uint8_t *salt,
                              size_t salt_bytes, const uint8_t *key, size_t key_bytes,
                              const uint8_t *info, size_t info_bytes, uint8_t *derived,
                              size_t derived_bytes);

/**
 * @brief Derives a key from a password with PBKDF2.
 * @param device the device
 * @param function HMAC, such as GATEHASH_HMAC_SHA_256
 * @param password the password
 * @param password_bytes its length, at least 1
 * @param salt the salt
 * @param salt_bytes its length
 * @param iterations the iteration count, at least 1
 * @param derived where the derived key goes
 * @param derived_bytes its length, at least 1
 * @return GATEHASH_OK, or what is wrong
 */
gatehash_status gatehash_pbkdf2(gatehash_device *device, gatehash_function function,
                                const uint8_t *password, size_t password_bytes, const uint8_t *salt,
                                size_t salt_bytes, uint32_t iterations, uint8_t *derived,
                                size_t derived_bytes);

/**
 * @brief Derives a key with the KDF in counter mode on HMAC.
 * @param device the device
 * @param function HMAC, such as GATEHASH_HMAC_SHA_256
 * @param key the key-derivation key
 * @param key_bytes its length, at least 1
 * @param input what else is hashed; numbers have their highest byte first
 * @param derived where the derived key goes
 * @param derived_bytes its length, at least 1; of no more digests than the counter counts, and less than
 * 2**29 bytes unless `fixed` is given
 * @return GATEHASH_OK, or what is wrong
 */
gatehash_status gatehash_kdf_counter(gatehash_device *device, gatehash_function function,
                                     const uint8_t *key, size_t key_bytes,
                                     const gatehash_counter_input *input, uint8_t *derived,
                                     size_t derived_bytes);

/**
 * @brief Derives a key with the KDF on KMAC.
 * @param device the device
 * @param function GATEHASH_KMAC128 or GATEHASH_KMAC256
 * @param key the key-derivation key
 * @param key_bytes its length; with its encoding it takes at most one block
 * @param label purpose of the derived key, KMAC's customization
 * @param label_bytes its length; with its encoding it takes at most one block
 * @param context parties and circumstances
 * @param context_bytes their length
 * @param derived where the derived key goes
 * @param derived_bytes its length, which is that of the design's digest
 * @return GATEHASH_OK, or what is wrong
 */
gatehash_status gatehash_kdf_kmac(gatehash_device *device, gatehash_function function,
                                  const uint8_t *key, size_t key_bytes, const uint8_t *label,
                                  size_t label_bytes, const uint8_t *context, size_t context_bytes,
                                  uint8_t *derived, size_t derived_bytes);

#ifdef __cplusplus
}
#endif

#endif
