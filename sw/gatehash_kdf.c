/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file gatehash_kdf.c
 * @brief Key derivation on the HMAC and KMAC of a design behind a bus bridge; see gatehash_kdf.h.
 */
#include "gatehash_kdf.h"

#define LONGEST_DIGEST 64u /* bytes */
#define HKDF_BLOCKS 255u
#define COUNTER_BYTES 4u
#define MOST_PIECES 6u

/* A piece of a message. */
typedef struct {
    const uint8_t *data;
    size_t bytes;
} piece;

/* A keyed hash at work: its key, and whether the design holds it already. */
typedef struct {
    gatehash_device *device;
    gatehash_function function;
    gatehash_parameters parameters;
} keyed;

/* Writes that a compiler does not leave out. */
static void wipe(volatile uint8_t *bytes, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++)
        bytes[i] = 0;
}

static void copy(uint8_t *to, const uint8_t *from, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++)
        to[i] = from[i];
}

/* A number, its highest byte first, in as many bytes. */
static void put_counter(uint8_t *bytes, uint32_t value, unsigned count)
{
    while (count != 0u) {
        count--;
        bytes[count] = (uint8_t)value;
        value >>= 8;
    }
}

/* Whether data that has bytes has an address, too. */
static int is_there(const uint8_t *data, size_t bytes)
{
    return data != NULL || bytes == 0;
}

static int is_hmac(gatehash_function function)
{
    return (function >= GATEHASH_HMAC_SHA_224 && function <= GATEHASH_HMAC_SHA_512_256) ||
           (function >= GATEHASH_HMAC_SHA3_224 && function <= GATEHASH_HMAC_SHA3_512);
}

static int is_kmac(gatehash_function function)
{
    return function == GATEHASH_KMAC128 || function == GATEHASH_KMAC256;
}

/* Checks what all functions take: a key of at least one byte, and a place. */
static gatehash_status check(const gatehash_device *device, gatehash_function function, int is_one,
                             const uint8_t *key, size_t key_bytes, const uint8_t *derived,
                             size_t derived_bytes)
{
    if (device == NULL || derived == NULL || !is_there(key, key_bytes))
        return GATEHASH_ERROR_ARGUMENT;
    if (!is_one || !gatehash_has(device, function))
        return GATEHASH_ERROR_FUNCTION;
    return key_bytes == 0 || derived_bytes == 0 ? GATEHASH_ERROR_PARAMETER : GATEHASH_OK;
}

/* Digests that bytes are made of. */
static size_t blocks_of(gatehash_function function, size_t bytes)
{
    return (bytes - 1u) / gatehash_digest_bytes(function) + 1u;
}

/* Begins the use of a key. */
static keyed with_key(gatehash_device *device, gatehash_function function, const uint8_t *key,
                      size_t key_bytes)
{
    static const gatehash_parameters none = GATEHASH_NO_PARAMETERS;
    keyed made;

    made.device = device;
    made.function = function;
    made.parameters = none;
    made.parameters.key = key;
    made.parameters.key_bytes = key_bytes;
    return made;
}

/* Computes the code of a message; the design holds the key if more messages follow. */
static gatehash_status compute(keyed *under, const piece *pieces, unsigned count, int more,
                               uint8_t *answer, size_t bytes)
{
    gatehash_status status;
    size_t length = 0;
    unsigned i;

    under->parameters.hold = more;
    status = gatehash_begin(under->device, under->function, &under->parameters, answer, bytes);
    for (i = 0; status == GATEHASH_OK && i < count; i++)
        status = gatehash_update(under->device, pieces[i].data, pieces[i].bytes);
    if (status == GATEHASH_OK)
        status = gatehash_finish(under->device, &length);
    if (status == GATEHASH_OK && length != bytes)
        status = GATEHASH_ERROR_PARAMETER;
    under->parameters.key = NULL;
    under->parameters.key_bytes = 0;
    under->parameters.again = 1;
    return status;
}

/* Ends a call: nothing is left of a derived key that is not whole. */
static gatehash_status ended(gatehash_status status, uint8_t *derived, size_t bytes)
{
    if (status != GATEHASH_OK && derived != NULL)
        wipe(derived, bytes);
    return status;
}

static gatehash_status extract(gatehash_device *device, gatehash_function function,
                               const uint8_t *salt, size_t salt_bytes, const uint8_t *key,
                               size_t key_bytes, uint8_t *prk)
{
    static const uint8_t zeros[LONGEST_DIGEST] = {0};
    size_t digest = gatehash_digest_bytes(function);
    int salted = salt_bytes != 0;
    keyed under = with_key(device, function, salted ? salt : zeros, salted ? salt_bytes : digest);
    piece message;

    message.data = key;
    message.bytes = key_bytes;
    return compute(&under, &message, 1, 0, prk, digest);
}

static gatehash_status expand(gatehash_device *device, gatehash_function function, const uint8_t *prk,
                              size_t prk_bytes, const uint8_t *info, size_t info_bytes,
                              uint8_t *derived, size_t derived_bytes)
{
    size_t digest = gatehash_digest_bytes(function), blocks = blocks_of(function, derived_bytes);
    keyed under = with_key(device, function, prk, prk_bytes);
    gatehash_status status = GATEHASH_OK;
    uint8_t last[LONGEST_DIGEST] = {0}, number = 0;
    piece pieces[3];
    size_t at = 0;

    pieces[0].data = last;
    pieces[0].bytes = 0;
    pieces[1].data = info;
    pieces[1].bytes = info_bytes;
    pieces[2].data = &number;
    pieces[2].bytes = 1;
    while (status == GATEHASH_OK && at < derived_bytes) {
        size_t here = derived_bytes - at < digest ? derived_bytes - at : digest;

        number++;
        status = compute(&under, pieces, 3, number < blocks, last, digest);
        copy(derived + at, last, here);
        pieces[0].bytes = digest;
        at += here;
    }
    wipe(last, sizeof last);
    return status;
}

gatehash_status gatehash_hkdf_extract(gatehash_device *device, gatehash_function function,
                                      const uint8_t *salt, size_t salt_bytes, const uint8_t *key,
                                      size_t key_bytes, uint8_t *prk)
{
    gatehash_status status = check(device, function, is_hmac(function), key, key_bytes, prk, 1);

    if (status == GATEHASH_OK && !is_there(salt, salt_bytes))
        status = GATEHASH_ERROR_ARGUMENT;
    if (status == GATEHASH_OK)
        status = extract(device, function, salt, salt_bytes, key, key_bytes, prk);
    return ended(status, prk, gatehash_digest_bytes(function));
}

/* Checks what HKDF-Expand takes. */
static gatehash_status check_expand(const gatehash_device *device, gatehash_function function,
                                    const uint8_t *key, size_t key_bytes, const uint8_t *info,
                                    size_t info_bytes, const uint8_t *derived, size_t derived_bytes)
{
    gatehash_status status =
        check(device, function, is_hmac(function), key, key_bytes, derived, derived_bytes);

    if (status == GATEHASH_OK && !is_there(info, info_bytes))
        status = GATEHASH_ERROR_ARGUMENT;
    if (status == GATEHASH_OK && blocks_of(function, derived_bytes) > HKDF_BLOCKS)
        status = GATEHASH_ERROR_PARAMETER;
    return status;
}

gatehash_status gatehash_hkdf_expand(gatehash_device *device, gatehash_function function,
                                     const uint8_t *prk, size_t prk_bytes, const uint8_t *info,
                                     size_t info_bytes, uint8_t *derived, size_t derived_bytes)
{
    gatehash_status status = check_expand(device, function, prk, prk_bytes, info, info_bytes, derived,
                                          derived_bytes);

    if (status == GATEHASH_OK && prk_bytes < gatehash_digest_bytes(function))
        status = GATEHASH_ERROR_PARAMETER;
    if (status == GATEHASH_OK)
        status = expand(device, function, prk, prk_bytes, info, info_bytes, derived, derived_bytes);
    return ended(status, derived, derived_bytes);
}

gatehash_status gatehash_hkdf(gatehash_device *device, gatehash_function function, const uint8_t *salt,
                              size_t salt_bytes, const uint8_t *key, size_t key_bytes,
                              const uint8_t *info, size_t info_bytes, uint8_t *derived,
                              size_t derived_bytes)
{
    uint8_t prk[LONGEST_DIGEST] = {0};
    gatehash_status status = check_expand(device, function, key, key_bytes, info, info_bytes, derived,
                                          derived_bytes);

    if (status == GATEHASH_OK && !is_there(salt, salt_bytes))
        status = GATEHASH_ERROR_ARGUMENT;
    if (status == GATEHASH_OK)
        status = extract(device, function, salt, salt_bytes, key, key_bytes, prk);
    if (status == GATEHASH_OK)
        status = expand(device, function, prk, gatehash_digest_bytes(function), info, info_bytes,
                        derived, derived_bytes);
    wipe(prk, sizeof prk);
    return ended(status, derived, derived_bytes);
}

gatehash_status gatehash_pbkdf2(gatehash_device *device, gatehash_function function,
                                const uint8_t *password, size_t password_bytes, const uint8_t *salt,
                                size_t salt_bytes, uint32_t iterations, uint8_t *derived,
                                size_t derived_bytes)
{
    gatehash_status status = check(device, function, is_hmac(function), password, password_bytes,
                                   derived, derived_bytes);
    uint8_t last[LONGEST_DIGEST] = {0}, total[LONGEST_DIGEST] = {0}, number[COUNTER_BYTES];
    size_t digest = gatehash_digest_bytes(function), at = 0, i;
    uint32_t block = 0, left;
    keyed under;
    piece first[2], next;

    if (status == GATEHASH_OK && !is_there(salt, salt_bytes))
        status = GATEHASH_ERROR_ARGUMENT;
    if (status == GATEHASH_OK &&
        (iterations == 0 || (derived_bytes - 1u) / digest >= (size_t)UINT32_MAX))
        status = GATEHASH_ERROR_PARAMETER;
    under = with_key(device, function, password, password_bytes);
    first[0].data = salt;
    first[0].bytes = salt_bytes;
    first[1].data = number;
    first[1].bytes = sizeof number;
    next.data = last;
    next.bytes = digest;
    while (status == GATEHASH_OK && at < derived_bytes) {
        size_t here = derived_bytes - at < digest ? derived_bytes - at : digest;
        int is_last = at + here == derived_bytes;

        block++;
        put_counter(number, block, COUNTER_BYTES);
        status = compute(&under, first, 2, !is_last || iterations > 1u, last, digest);
        copy(total, last, digest);
        for (left = iterations - 1u; status == GATEHASH_OK && left != 0; left--) {
            status = compute(&under, &next, 1, !is_last || left > 1u, last, digest);
            for (i = 0; i < digest; i++)
                total[i] ^= last[i];
        }
        copy(derived + at, total, here);
        at += here;
    }
    wipe(last, sizeof last);
    wipe(total, sizeof total);
    return ended(status, derived, derived_bytes);
}

/* Checks the input of the KDF in counter mode. */
static gatehash_status check_input(const gatehash_counter_input *input, size_t blocks, size_t bytes)
{
    uint32_t most = UINT32_MAX / 8u;
    unsigned bits;

    if (input == NULL || !is_there(input->label, input->label_bytes) ||
        !is_there(input->context, input->context_bytes) ||
        !is_there(input->fixed, input->fixed_bytes) || !is_there(input->before, input->before_bytes))
        return GATEHASH_ERROR_ARGUMENT;
    bits = input->counter_bits;
    if (bits == 0u || bits > 8u * COUNTER_BYTES || bits % 8u != 0u)
        return GATEHASH_ERROR_PARAMETER;
    if (input->fixed == NULL && bytes > most)
        return GATEHASH_ERROR_PARAMETER;
    most = UINT32_MAX >> (8u * COUNTER_BYTES - bits);
    if (blocks > most)
        return GATEHASH_ERROR_PARAMETER;
    if (input->fixed == NULL)
        return GATEHASH_OK;
    return input->label_bytes != 0 || input->context_bytes != 0 ? GATEHASH_ERROR_PARAMETER
                                                                : GATEHASH_OK;
}

gatehash_status gatehash_kdf_counter(gatehash_device *device, gatehash_function function,
                                     const uint8_t *key, size_t key_bytes,
                                     const gatehash_counter_input *input, uint8_t *derived,
                                     size_t derived_bytes)
{
    static const uint8_t zero = 0;
    gatehash_status status =
        check(device, function, is_hmac(function), key, key_bytes, derived, derived_bytes);
    uint8_t last[LONGEST_DIGEST] = {0}, number[COUNTER_BYTES], bits[COUNTER_BYTES];
    size_t digest = gatehash_digest_bytes(function), blocks = 0, at = 0;
    piece pieces[MOST_PIECES];
    unsigned count = 2;
    uint32_t block = 0;
    keyed under;

    if (status == GATEHASH_OK) {
        blocks = blocks_of(function, derived_bytes);
        status = check_input(input, blocks, derived_bytes);
    }
    if (status != GATEHASH_OK)
        return ended(status, derived, derived_bytes);
    under = with_key(device, function, key, key_bytes);
    pieces[0].data = input->before;
    pieces[0].bytes = input->before_bytes;
    pieces[1].data = number;
    pieces[1].bytes = input->counter_bits / 8u;
    if (input->fixed != NULL) {
        pieces[2].data = input->fixed;
        pieces[2].bytes = input->fixed_bytes;
        count = 3;
    } else {
        put_counter(bits, (uint32_t)derived_bytes * 8u, COUNTER_BYTES);
        pieces[2].data = input->label;
        pieces[2].bytes = input->label_bytes;
        pieces[3].data = &zero;
        pieces[3].bytes = 1;
        pieces[4].data = input->context;
        pieces[4].bytes = input->context_bytes;
        pieces[5].data = bits;
        pieces[5].bytes = sizeof bits;
        count = MOST_PIECES;
    }
    while (status == GATEHASH_OK && at < derived_bytes) {
        size_t here = derived_bytes - at < digest ? derived_bytes - at : digest;

        block++;
        put_counter(number, block, input->counter_bits / 8u);
        status = compute(&under, pieces, count, block < blocks, last, digest);
        copy(derived + at, last, here);
        at += here;
    }
    wipe(last, sizeof last);
    return ended(status, derived, derived_bytes);
}

gatehash_status gatehash_kdf_kmac(gatehash_device *device, gatehash_function function,
                                  const uint8_t *key, size_t key_bytes, const uint8_t *label,
                                  size_t label_bytes, const uint8_t *context, size_t context_bytes,
                                  uint8_t *derived, size_t derived_bytes)
{
    gatehash_status status =
        check(device, function, is_kmac(function), key, key_bytes, derived, derived_bytes);
    keyed under;
    piece message;

    if (status == GATEHASH_OK && (!is_there(label, label_bytes) || !is_there(context, context_bytes)))
        status = GATEHASH_ERROR_ARGUMENT;
    if (status == GATEHASH_OK) {
        under = with_key(device, function, key, key_bytes);
        under.parameters.custom = label_bytes != 0 ? label : NULL;
        under.parameters.custom_bytes = label_bytes;
        message.data = context;
        message.bytes = context_bytes;
        status = compute(&under, &message, 1, 0, derived, derived_bytes);
        /* The design's digest is longer. */
        if (status == GATEHASH_ERROR_CAPACITY)
            status = GATEHASH_ERROR_PARAMETER;
    }
    return ended(status, derived, derived_bytes);
}
