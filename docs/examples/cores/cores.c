/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cores.c
 * @brief Two cores behind one bridge, on the system of `gatehash soc`:
 *
 *     gatehash soc skein-mc blake32-mc-1 --run docs/examples/cores/cores.c
 *
 * Messages go to the cores by turns, first one after the other. Then, while the driver waits for the end
 * of a message on one core, the processor sends the next message to the other one: the driver calls
 * `bus.wait`. The firmware prints the digests and the cycles of both ways. It ends with status 1 after an
 * error, or if the digests differ.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "gatehash_cores.h"
#include "soc.h"

#define CORES 2u
#define BYTES 64u
#define MESSAGES 16u
#define PATIENCE 1000000u

static const gatehash_function functions[CORES] = {GATEHASH_SKEIN_512_512, GATEHASH_BLAKE_256};
static const size_t sizes[CORES] = {64, 32};

static gatehash_cores cores;
static uint8_t message[BYTES];
static uint8_t digests[2][CORES][64];

/* A message on a core: begun while the one before ends, if both are side by side. */
typedef struct {
    gatehash_device *core;
    gatehash_status status;
    unsigned number;
    int begun;
} work;

static work next;

/* Begins the next message, on an idle core that has its function, and sends it. */
static void begin_next(uint8_t (*answers)[64])
{
    unsigned turn = next.number % CORES;

    next.begun = 1;
    next.core = gatehash_pick(&cores, functions[turn]);
    if (next.core == NULL) {
        next.status = GATEHASH_ERROR_FUNCTION;
        return;
    }
    next.status = gatehash_begin(next.core, functions[turn], NULL, answers[turn], sizes[turn]);
    if (next.status == GATEHASH_OK)
        next.status = gatehash_update(next.core, message, sizeof message);
}

/* The driver waits for a core. */
static void meanwhile(void *context)
{
    (void)context;
    if (next.number < MESSAGES && !next.begun)
        begin_next(digests[1]);
}

/* All messages; returns their cycles, or 0 after an error. */
static uint64_t run(int side_by_side)
{
    uint64_t from = soc_cycles();
    unsigned at;
    work now;

    for (at = 0; at < CORES; at++)
        cores.devices[at].bus.wait = side_by_side ? meanwhile : NULL;
    next.number = 0;
    next.begun = 0;
    while (next.number < MESSAGES) {
        if (!next.begun)
            begin_next(digests[side_by_side]);
        now = next;
        next.number++;
        next.begun = 0;
        if (now.status == GATEHASH_OK)
            now.status = gatehash_finish(now.core, NULL);
        if (now.status != GATEHASH_OK) {
            printf("message %u: %s\n", now.number, gatehash_describe(now.status));
            return 0;
        }
    }
    return soc_cycles() - from;
}

int main(void)
{
    gatehash_device devices[CORES];
    gatehash_bus bus = {0};
    gatehash_status status;
    uint64_t alone, together;
    unsigned at, i;

    bus.base = SOC_CORE;
    bus.patience = PATIENCE;
    status = gatehash_open_cores(&cores, devices, CORES, &bus);
    if (status != GATEHASH_OK) {
        printf("no cores: %s\n", gatehash_describe(status));
        return 1;
    }
    for (i = 0; i < BYTES; i++)
        message[i] = (uint8_t)i;
    alone = run(0);
    together = alone != 0 ? run(1) : 0;
    if (together == 0 || memcmp(digests[0], digests[1], sizeof digests[0]) != 0)
        return 1;
    for (at = 0; at < CORES; at++) {
        for (i = 0; i < sizes[at]; i++)
            printf("%02x", digests[1][at][i]);
        printf("\n");
    }
    printf("one after the other: %" PRIu64 " cycles\n", alone);
    printf("side by side: %" PRIu64 " cycles\n", together);
    return 0;
}
