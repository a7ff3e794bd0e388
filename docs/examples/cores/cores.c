/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cores.c
 * @brief Two cores behind one bridge, on the system of `gatehash soc`:
 *
 *     gatehash soc skein-mc blake32-mc-1 --run docs/examples/cores/cores.c
 *
 * Messages go to the cores by turns, first one after the other. Then each message is ended without waiting
 * for its answer: the processor sends the next one to the other core meanwhile, and takes the answer when the
 * core's next message is due. The firmware prints the digests and the cycles of both ways. It ends with status
 * 1 after an error, or if the digests differ.
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

/* The core that works for each function; NULL for none. */
static gatehash_device *works[CORES];

/* Takes the answer of the function's message, if one is under way. */
static gatehash_status take(unsigned turn)
{
    gatehash_status status = works[turn] != NULL ? gatehash_finish(works[turn], NULL) : GATEHASH_OK;

    works[turn] = NULL;
    return status;
}

/* Sends a message to an idle core that has its function, and does not wait for the answer. */
static gatehash_status send(unsigned turn, uint8_t *answer)
{
    gatehash_device *core = gatehash_pick(&cores, functions[turn]);
    gatehash_status status;

    if (core == NULL)
        return GATEHASH_ERROR_FUNCTION;
    works[turn] = core;
    status = gatehash_begin(core, functions[turn], NULL, answer, sizes[turn]);
    if (status == GATEHASH_OK)
        status = gatehash_update(core, message, sizeof message);
    return status == GATEHASH_OK ? gatehash_end(core) : status;
}

/* All messages; returns their cycles, or 0 after an error. */
static uint64_t run(int side_by_side)
{
    uint64_t from = soc_cycles();
    gatehash_status status = GATEHASH_OK;
    unsigned number, turn;

    for (number = 0; status == GATEHASH_OK && number < MESSAGES + CORES; number++) {
        turn = number % CORES;
        status = take(turn);
        if (status == GATEHASH_OK && number < MESSAGES)
            status = send(turn, digests[side_by_side][turn]);
        if (status == GATEHASH_OK && !side_by_side)
            status = take(turn);
    }
    if (status != GATEHASH_OK) {
        printf("message %u: %s\n", number, gatehash_describe(status));
        return 0;
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
