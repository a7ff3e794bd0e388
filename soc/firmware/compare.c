/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file compare.c
 * @brief The built-in firmware: each function of the design in software and through the driver.
 *
 * Prints a line for each function and length: cycles in software, by polling and with interrupts, and
 * of the latter those that the processor slept. Three different answers, or an error of the driver, end
 * it with status 1. LENGTHS are the lengths in bytes, of which none is above MOST_BYTES; ONLY is the
 * number of the only function.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "soc.h"
#include "software.h"

#ifndef LENGTHS
#define LENGTHS 64, 1024, 16384
#endif
#ifndef MOST_BYTES
#define MOST_BYTES 16384u
#endif
#ifndef ONLY
#define ONLY GATEHASH_FUNCTIONS
#endif

#define TAG_BYTES 16u
#define MOST_ANSWER ((MOST_BYTES > 128u ? MOST_BYTES : 128u) + TAG_BYTES)
#define PATIENCE 1000000u

static uint8_t message[MOST_BYTES];
static uint8_t expected[MOST_ANSWER], answer[MOST_ANSWER];

static size_t size_of(const software *f, size_t length)
{
    size_t block = f->block_bytes;

    if (block == 0)
        return length;
    return length <= block ? block : length / block * block;
}

/* One answer through the driver; returns cycles, or 0 after an error that it has told. */
static uint64_t hardware(gatehash_device *device, const software *f,
                         const gatehash_parameters *parameters, size_t length)
{
    gatehash_status status;
    size_t answered = 0, wanted = f->digest_bytes != 0 ? f->digest_bytes : length + f->tag_bytes;
    uint64_t from;

    memset(answer, 0, sizeof answer);
    from = soc_cycles();
    status = gatehash_begin(device, f->function, parameters, answer, sizeof answer);
    if (status == GATEHASH_OK)
        status = gatehash_update(device, message, length);
    if (status == GATEHASH_OK)
        status = gatehash_finish(device, &answered);
    from = soc_cycles() - from;
    if (status != GATEHASH_OK) {
        printf("%s of %zu bytes: %s\n", f->name, length, gatehash_describe(status));
        return 0;
    }
    if (answered != wanted || memcmp(answer, expected, wanted) != 0) {
        printf("%s of %zu bytes: the answers of hardware and software differ\n", f->name, length);
        return 0;
    }
    return from;
}

static int compare(gatehash_device *device, const software *f, size_t length)
{
    gatehash_parameters parameters = {0};
    uint8_t secret[128];
    uint64_t in_software, polling, interrupts;
    size_t i;

    for (i = 0; i < sizeof secret; i++)
        secret[i] = (uint8_t)(0xa5u ^ 7u * i);
    parameters.key = f->key_bytes != 0 ? secret : NULL;
    parameters.key_bytes = f->key_bytes;
    parameters.tweak = f->tweak_bytes != 0 ? secret + 1 : NULL;
    parameters.tweak_bytes = f->tweak_bytes;
    parameters.nonce = f->nonce_bytes != 0 ? secret + 2 : NULL;
    parameters.nonce_bytes = f->nonce_bytes;

    in_software = soc_cycles();
    f->compute(f, &parameters, message, length, expected);
    in_software = soc_cycles() - in_software;

    device->bus.wait = NULL;
    polling = hardware(device, f, &parameters, length);
    if (polling == 0)
        return 0;
    device->bus.wait = soc_wait;
    soc_slept = 0;
    interrupts = hardware(device, f, &parameters, length);
    if (interrupts == 0)
        return 0;
    printf("%-20s%-10s%8zu%12" PRIu64 "%12" PRIu64 "%12" PRIu64 "%12" PRIu64 "\n", f->name,
           f->digest_bytes != 0 ? "hash" : "encrypt", length, in_software,
           polling, interrupts, soc_slept);
    return 1;
}

int main(void)
{
    static const size_t lengths[] = {LENGTHS};
    gatehash_device device;
    gatehash_bus bus = {0};
    gatehash_status status;
    unsigned at, each;
    size_t i;

    bus.base = SOC_CORE;
    bus.patience = PATIENCE;
    status = gatehash_open(&device, &bus);
    if (status != GATEHASH_OK) {
        printf("no design: %s\n", gatehash_describe(status));
        return 1;
    }
    for (i = 0; i < MOST_BYTES; i++)
        message[i] = (uint8_t)(i * 3u + (i >> 8));
    printf("%-20s%-10s%8s%12s%12s%12s%12s\n", "function", "operation", "bytes", "software",
           "polling", "interrupts", "asleep");
    for (at = 0; at < GATEHASH_FUNCTIONS; at++) {
        const software *f = &software_functions[at];

        if (!gatehash_has(&device, f->function) || (ONLY != GATEHASH_FUNCTIONS && at != ONLY))
            continue;
        for (each = 0; each < sizeof lengths / sizeof *lengths; each++)
            if (!compare(&device, f, size_of(f, lengths[each])))
                return 1;
    }
    return 0;
}
