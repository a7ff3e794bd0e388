/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file boot.c
 * @brief Checks the program in a flash before it is released: its digest through a DMA channel, compared
 * with the one that is stored behind it. gh_soc_device.sv has the flash, the channel and the hash. The function
 * is SHA-256, or the one that the macro BOOT_FUNCTION names, which is the hardware's.
 *
 * The last 44 bytes of the flash are the store: words of magic, length, the digest, and the exclusive or of
 * all words before it. A store that is damaged halts the system with status 2, a program that is not the one
 * of the digest with 3, and hardware that refuses with 4. A loader would jump to the program where this one
 * prints "released" and ends with 0. The cycles of the same check in software are printed beside.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "soc.h"
#include "software.h"

#ifndef BOOT_FUNCTION
#define BOOT_FUNCTION GATEHASH_SHA_256
#endif
#define FLASH ((const uint32_t *)(SOC_CORE + 0x10000u))
#define FLASH_BYTES 0x10000u
#define STORE_WORDS 11u
#define MAGIC 0x31424847u /* "GHB1" */

enum { RELEASED = 0, DAMAGED = 2, WRONG = 3, REFUSED = 4 };

typedef struct {
    uint32_t address;
    uint32_t length;
    uint32_t status;
    uint32_t unused[5];
    uint32_t digest[8];
} boot_registers;

#define BOOT ((volatile boot_registers *)SOC_CORE)
#define WORKS 1u
#define KNOWN 2u

static int halt(int status, const char *why)
{
    printf("halted: %s\n", why);
    return status;
}

int main(void)
{
    const volatile uint32_t *flash = FLASH + FLASH_BYTES / 4u - STORE_WORDS;
    uint32_t store[STORE_WORDS], check = 0, found[8], wrong = 0;
    uint8_t digest[32];
    uint64_t hardware, in_software;
    unsigned i;

    hardware = soc_cycles();
    for (i = 0; i < STORE_WORDS; i++) {
        store[i] = flash[i];
        check ^= store[i];
    }
    if (check != 0 || store[0] != MAGIC || store[1] == 0 ||
        store[1] > FLASH_BYTES - 4u * STORE_WORDS)
        return halt(DAMAGED, "the store of the digest is damaged");
    BOOT->address = 0;
    BOOT->length = store[1];
    while ((BOOT->status & WORKS) != 0)
        ;
    if ((BOOT->status & KNOWN) == 0)
        return halt(REFUSED, "the hash refused the program");
    /* All words are compared, whatever the first ones are. */
    for (i = 0; i < 8; i++)
        wrong |= BOOT->digest[i] ^ store[2 + i];
    hardware = soc_cycles() - hardware;
    if (wrong != 0)
        return halt(WRONG, "the program is not that of the digest");

    in_software = soc_cycles();
    software_functions[BOOT_FUNCTION].compute(&software_functions[BOOT_FUNCTION], NULL,
                                              (const uint8_t *)FLASH, store[1], digest);
    memcpy(found, digest, sizeof found);
    in_software = soc_cycles() - in_software;
    if (memcmp(found, &store[2], sizeof found) != 0)
        return halt(WRONG, "the digests of hardware and software differ");
    printf("%" PRIu32 " bytes: %" PRIu64 " cycles, in software %" PRIu64 "\nreleased\n", store[1],
           hardware, in_software);
    return RELEASED;
}
