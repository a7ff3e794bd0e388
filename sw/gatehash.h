/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file gatehash.h
 * @brief Driver of a gatehash stream top behind a bus bridge.
 *
 * Freestanding C99, which is C++ too: no library, no allocation, no global state. A message is begun, sent
 * in pieces of any length, and finished:
 *
 * @code
 *     gatehash_device device;
 *     uint8_t digest[32];
 *     size_t length;
 *     gatehash_bus bus = {0};
 *
 *     bus.base = 0x40000000u;
 *     bus.patience = 1000000u;
 *     if (gatehash_open(&device, &bus) == GATEHASH_OK &&
 *         gatehash_begin(&device, GATEHASH_SHA_256, NULL, digest, sizeof digest) == GATEHASH_OK &&
 *         gatehash_update(&device, "abc", 3) == GATEHASH_OK &&
 *         gatehash_finish(&device, &length) == GATEHASH_OK) { ... }
 * @endcode
 *
 * Processor and bus may have either byte order, also different ones. A device belongs to one thread.
 */
#ifndef GATEHASH_H
#define GATEHASH_H

#include <stddef.h>
#include <stdint.h>

#include "gatehash_functions.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What a call returns. */
typedef enum {
    GATEHASH_OK = 0,              /**< done */
    GATEHASH_ERROR_ARGUMENT = -1, /**< a pointer is missing, or there is no such function */
    GATEHASH_ERROR_DEVICE = -2,   /**< no bridge answers at the address */
    GATEHASH_ERROR_VERSION = -3,  /**< the registers are of another version */
    GATEHASH_ERROR_FUNCTION = -4, /**< the design has no such function */
    /** A parameter is missing, not taken, or of a wrong length; or no key of this function is held. */
    GATEHASH_ERROR_PARAMETER = -5,
    GATEHASH_ERROR_STATE = -6,    /**< no message has begun */
    GATEHASH_ERROR_TIMEOUT = -7,  /**< nothing moved for as long as the bus's patience */
    /** The design answered with an error: a wrong tag, or a message that is not whole blocks where it
        must be, or a direction that the design lacks. */
    GATEHASH_ERROR_REFUSED = -8,
    GATEHASH_ERROR_CAPACITY = -9, /**< the answer is longer than its place; the rest was dropped */
    /** The bus reported an error, a write did not arrive, or an answer has no end. */
    GATEHASH_ERROR_BUS = -10
} gatehash_status;

/** How the registers are reached, and what a wait is. */
typedef struct {
    uintptr_t base;    /**< address of the bridge */
    uint32_t patience; /**< reads, or waits, in a row without progress before a time-out */
    /** Reads a register at an address into *value, and returns 0, or another number if the bus reports
        an error; NULL for a read of memory. */
    int (*read32)(void *context, uintptr_t address, uint32_t *value);
    /** Writes a register at an address, and returns 0, or another number if the bus reports an error;
        NULL for a write of memory. */
    int (*write32)(void *context, uintptr_t address, uint32_t value);
    /** Returns when the bridge's interrupt is pending, or earlier; NULL to poll. */
    void (*wait)(void *context);
    void *context; /**< handed to the three functions */
} gatehash_bus;

/**
 * What a function takes beside the message. A pointer that the function does not take is NULL, and a number
 * is 0. Before anything is sent, gatehash_begin checks that what the function needs is there, that nothing
 * else is, and that each length and number is one that the function takes.
 */
typedef struct {
    /** Key of a cipher or of a keyed hash, which need one, or of BLAKE2. It has a byte at least; a key of
        HMAC may have any number of them: the driver hashes one that is longer than a block. */
    const uint8_t *key;
    size_t key_bytes;     /**< its length */
    const uint8_t *tweak; /**< tweak of Threefish; NULL for zeros */
    size_t tweak_bytes;   /**< its length */
    const uint8_t *nonce; /**< nonce of ChaCha */
    size_t nonce_bytes;   /**< its length */
    const uint8_t *ad;    /**< associated data of an authenticated cipher; NULL for none */
    size_t ad_bytes;      /**< their length, at most 2**32 - 1 */
    const uint8_t *salt;  /**< salt of BLAKE or BLAKE2; NULL for zeros */
    size_t salt_bytes;    /**< its length */
    const uint8_t *person; /**< personalization of BLAKE2; NULL for zeros */
    size_t person_bytes;  /**< its length */
    /** Chaining value behind the parts before, of a design that hashes in parts; NULL to begin. */
    const uint8_t *chaining;
    size_t chaining_bytes; /**< its length */
    uint64_t before;       /**< bytes of the parts before, whole blocks */
    int followed; /**< other than 0 if another part follows: the answer is a chaining value */
    uint64_t counter;     /**< number of ChaCha's first block, or of BLAKE3's block of output */
    /** Digest of Skein, BLAKE2, BLAKE3 in bits, a multiple of 8; 0 for the length in the function's name. */
    uint32_t digest_bits;
    int decrypt;          /**< other than 0 to decrypt */
    int hold; /**< other than 0 if the design holds the key of a keyed hash for the next message */
    /** Other than 0 for the key that the message before held, on this device and with this function; the
        key is NULL then. It is lost when a message fails or is abandoned. */
    int again;
    const uint8_t *custom; /**< customization string of KMAC; NULL for none */
    size_t custom_bytes;   /**< its length; with its encoding it takes at most one block */
} gatehash_parameters;

/** Parameters without any, to begin with: gatehash_parameters parameters = GATEHASH_NO_PARAMETERS; */
#define GATEHASH_NO_PARAMETERS \
    {NULL, 0, NULL, 0, NULL, 0, NULL, 0, NULL, 0, NULL, 0, NULL, 0, 0, 0, 0, 0, 0, 0, 0, NULL, 0}

/** A bridge, and the message under way. Its members belong to the driver. */
typedef struct {
    gatehash_bus bus;
    uint32_t functions[2];
    uint32_t capability;
    uint32_t design;
    uint32_t room;
    uint64_t sent;
    uint8_t *answer;
    size_t capacity;
    size_t answered;
    uint8_t held[4];
    unsigned held_bytes;
    unsigned key_of;
    unsigned next_key_of;
    int families;
    int swapped;
    int open;
    int whole;
    int ended;
    int failed;
    int dirty;
    int broken;
} gatehash_device;

/**
 * @brief Finds a bridge, resets it and its design, and reads back a register that it writes.
 *
 * The interrupt "digest" is enabled meanwhile and not pending.
 * @param device the device, which is filled in
 * @param bus how it is reached; it is copied
 * @return GATEHASH_OK, or what is wrong
 */
gatehash_status gatehash_open(gatehash_device *device, const gatehash_bus *bus);

/**
 * @brief Tells whether a design has a function.
 * @param device the device
 * @param function the function
 * @return 1 or 0
 */
int gatehash_has(const gatehash_device *device, gatehash_function function);

/**
 * @brief Length of a function's digest, as its name has it.
 * @param function the function
 * @return bytes; 0 for a cipher, or no function
 */
size_t gatehash_digest_bytes(gatehash_function function);

/**
 * @brief Abandons a message; the bridge and the design forget and erase it.
 * @param device the device
 * @return GATEHASH_OK, GATEHASH_ERROR_TIMEOUT or GATEHASH_ERROR_BUS
 */
gatehash_status gatehash_reset(gatehash_device *device);

/**
 * @brief Begins a message. One that is under way is abandoned, also if this one can't begin.
 * @param device the device
 * @param function what is computed
 * @param parameters key and the like; NULL if the function needs none
 * @param answer where the answer goes: a digest, or of a cipher as many bytes as the message has; behind
 * what an authenticated cipher encrypts is a tag of 16 bytes, as it is in a message to be decrypted
 * @param capacity bytes that find place there
 * @return GATEHASH_OK, or what is wrong
 */
gatehash_status gatehash_begin(gatehash_device *device, gatehash_function function,
                               const gatehash_parameters *parameters, uint8_t *answer,
                               size_t capacity);

/**
 * @brief Sends a piece of the message.
 * @param device the device
 * @param data its bytes
 * @param length their number, also 0
 * @return GATEHASH_OK, or what is wrong; the message is abandoned then
 */
gatehash_status gatehash_update(gatehash_device *device, const void *data, size_t length);

/**
 * @brief Ends the message and returns before the answer is there, so that the processor can do other work.
 *
 * It waits only for room for the message's last word. gatehash_finish takes the answer.
 * @param device the device
 * @return GATEHASH_OK, or what is wrong; the message is abandoned then
 */
gatehash_status gatehash_end(gatehash_device *device);

/**
 * @brief Takes what has come of the answer, and waits for nothing.
 *
 * An answer that is longer than the bridge's FIFO, such as that of a cipher, only goes on when it is taken.
 * @param device the device, with a message under way
 * @param done set to 1 if the message has ended and its whole answer is there: gatehash_finish then returns
 * at once; else to 0
 * @return GATEHASH_OK, or what is wrong; the message is abandoned then
 */
gatehash_status gatehash_poll(gatehash_device *device, int *done);

/**
 * @brief Ends the message, unless gatehash_end has, and waits for all of the answer.
 * @param device the device
 * @param length number of bytes of the answer; NULL if it does not matter
 *
 * After an error but GATEHASH_ERROR_CAPACITY, as for a tag that is wrong, the answer's bytes are zero; so
 * they are after one of gatehash_update.
 * @return GATEHASH_OK, or what is wrong
 */
gatehash_status gatehash_finish(gatehash_device *device, size_t *length);

/**
 * @brief Describes a status in a few words.
 * @param status the status
 * @return the words
 */
const char *gatehash_describe(gatehash_status status);

#ifdef __cplusplus
}
#endif

#endif
