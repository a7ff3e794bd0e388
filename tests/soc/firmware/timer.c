/* SPDX-License-Identifier: Apache-2.0 */
/* The timer interrupts three times, each a thousand cycles after the other; then it is disabled. */
#include <stdio.h>

#include "soc.h"

#define PERIOD 1000u

static volatile unsigned ticks;
static uint64_t next;

static void tick(void *context)
{
    ticks += *(const unsigned *)context;
    next += PERIOD;
    soc_alarm(next);
}

int main(void)
{
    static unsigned step = 2;
    uint64_t start = soc_cycles(), end;

    next = start + PERIOD;
    soc_alarm(next);
    soc_handle(SOC_IRQ_TIMER, tick, &step);
    while (ticks < 6)
        continue;
    soc_handle(SOC_IRQ_TIMER, NULL, NULL);
    end = soc_cycles();
    if (end < start + 3 * PERIOD || end > start + 4 * PERIOD)
        return 1;
    /* It stays pending, and is not handled. */
    while (soc_cycles() < next + PERIOD)
        continue;
    if ((soc_sleep() >> SOC_IRQ_TIMER & 1u) == 0 || ticks != 6)
        return 2;
    soc_alarm(UINT64_MAX);
    printf("%u ticks\n", ticks / step);
    return 0;
}
