/* SPDX-License-Identifier: Apache-2.0 */
/* Each access of a list is refused, and the next one is none the worse for it; then nobody handles one. */
#include <stdio.h>

#include "soc.h"

static volatile unsigned refused;

static void count(void *context)
{
    (void)context;
    refused++;
}

static void expect(unsigned number, uintptr_t address)
{
    if (refused != number || soc_control->refused != address)
        printf("%u refused, the last at 0x%08lx, not 0x%08lx\n", refused,
               (unsigned long)soc_control->refused, (unsigned long)address);
}

static void reads(uintptr_t address)
{
    unsigned before = refused;
    uint32_t value = *(volatile uint32_t *)address;

    if (value != 0)
        printf("0x%08lx read\n", (unsigned long)value);
    expect(before + 1, address);
}

static void writes(uintptr_t address, uint32_t value)
{
    unsigned before = refused;

    *(volatile uint32_t *)address = value;
    __asm__ volatile("nop; nop; nop");
    expect(before + 1, address);
}

int main(void)
{
    soc_handle(SOC_IRQ_REFUSED, count, NULL);
    reads(0x00040000u); /* behind the memory */
    reads(0x40001000u); /* behind the bridge */
    reads(SOC_CORE + 0x78u); /* no digest is there */
    writes(SOC_CORE, 1); /* read only */
    reads(SOC_UART); /* no byte came in */
    reads(SOC_UART + 0xcu);
    writes(SOC_UART + 4u, 0);
    writes(SOC_TIMER, 0);
    reads(SOC_TIMER + 0x10u);
    writes(SOC_CONTROL + 4u, 0);
    reads(SOC_CONTROL + 8u);
    {
        unsigned before = refused;

        *(volatile uint8_t *)SOC_UART = 'x'; /* not a whole word */
        __asm__ volatile("nop; nop; nop");
        expect(before + 1, SOC_UART);
    }
    printf("%u refused\n", refused);
    soc_handle(SOC_IRQ_REFUSED, NULL, NULL);
    (void)*(volatile uint32_t *)0x12345678u;
    return 0;
}
