/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file gatehash_cores.h
 * @brief Several cores behind one bridge: one gatehash_cores for all, each core a device of gatehash.h.
 *
 * @code
 *     gatehash_device devices[3];
 *     gatehash_cores cores;
 *     gatehash_bus bus = {0};
 *
 *     bus.base = 0x40000000u;
 *     bus.patience = 1000000u;
 *     if (gatehash_open_cores(&cores, devices, 3, &bus) == GATEHASH_OK) {
 *         gatehash_device *core = gatehash_pick(&cores, GATEHASH_SHA_256);
 *         ... gatehash_begin(core, GATEHASH_SHA_256, NULL, digest, sizeof digest) ...
 *     }
 * @endcode
 *
 * Messages on different cores may be under way at the same time. gatehash_end ends a message without waiting
 * for its answer: the processor sends the next one to another core meanwhile. gatehash_poll says whether an
 * answer is there, and gatehash_finish takes it.
 */
#ifndef GATEHASH_CORES_H
#define GATEHASH_CORES_H

#include "gatehash.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Bytes from the registers of a core to those of the next one behind the same bridge. */
#define GATEHASH_WINDOW 0x1000u

/** The cores behind a bridge. Its members belong to the driver. */
typedef struct {
    gatehash_device *devices;
    unsigned count;
} gatehash_cores;

/**
 * @brief Opens all cores behind a bridge, each as gatehash_open does.
 * @param cores the cores, which are filled in
 * @param devices place for them, which the caller keeps
 * @param count their number
 * @param bus how the first one is reached; the others follow at GATEHASH_WINDOW bytes
 * @return GATEHASH_OK, or what is wrong with the first core that can't be opened: gatehash_pick finds no
 * core then. GATEHASH_ERROR_ARGUMENT also says that the windows reach beyond the last address
 */
static inline gatehash_status gatehash_open_cores(gatehash_cores *cores, gatehash_device *devices,
                                                  unsigned count, const gatehash_bus *bus)
{
    gatehash_status status = GATEHASH_OK;
    gatehash_bus own;
    unsigned i;

    if (cores == NULL)
        return GATEHASH_ERROR_ARGUMENT;
    cores->devices = devices;
    cores->count = 0;
    if (devices == NULL || count == 0 || bus == NULL ||
        count - 1u > (UINTPTR_MAX - (GATEHASH_WINDOW - 1u) - bus->base) / GATEHASH_WINDOW ||
        bus->base > UINTPTR_MAX - (GATEHASH_WINDOW - 1u))
        return GATEHASH_ERROR_ARGUMENT;
    own = *bus;
    for (i = 0; i < count && status == GATEHASH_OK; i++) {
        status = gatehash_open(&devices[i], &own);
        own.base += GATEHASH_WINDOW;
    }
    if (status == GATEHASH_OK)
        cores->count = count;
    return status;
}

/**
 * @brief Finds a core that has a function and no message under way.
 *
 * A message that uses a held key again goes to the device that holds the key, without this function.
 * @param cores the cores
 * @param function the function
 * @return the first such core; NULL if there is none
 */
static inline gatehash_device *gatehash_pick(const gatehash_cores *cores, gatehash_function function)
{
    unsigned i;

    if (cores == NULL)
        return NULL;
    for (i = 0; i < cores->count; i++)
        if (!cores->devices[i].open && gatehash_has(&cores->devices[i], function))
            return &cores->devices[i];
    return NULL;
}

#ifdef __cplusplus
}
#endif

#endif
