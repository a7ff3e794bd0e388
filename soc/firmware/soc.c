/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file soc.c
 * @brief Runtime of the system's firmware; see soc.h.
 */
#include "soc.h"

#include <stdio.h>
#include <stdlib.h>

#define UART_CAN_SEND 1u
#define UART_ARRIVED 2u
#define UART_RECEIVE 1u

#define END_OF_TRANSMISSION 4u

#define LONGEST_SLEEP 65536u
#define FATAL_STATUS 255

uint64_t soc_slept;

static struct {
    soc_handler handler;
    void *context;
} handlers[SOC_IRQS];

void soc_interrupt(uint32_t pending, uint32_t address);
void soc_main(void);
int main(void);

/* PicoRV32's maskirq: sets the interrupts that are disabled, returns those that were. */
static uint32_t mask(uint32_t disabled)
{
    uint32_t before;

    __asm__ volatile(".insn r 0x0b, 0, 3, %0, %1, x0" : "=r"(before) : "r"(disabled) : "memory");
    return before;
}

uint32_t soc_sleep(void)
{
    uint32_t pending;

    /* PicoRV32's waitirq. */
    __asm__ volatile(".insn r 0x0b, 0, 4, %0, x0, x0" : "=r"(pending) : : "memory");
    return pending;
}

static void put(uint8_t byte)
{
    while ((soc_uart->status & UART_CAN_SEND) == 0)
        continue;
    soc_uart->data = byte;
}

static int stdio_put(char byte, FILE *file)
{
    (void)file;
    put((uint8_t)byte);
    return (uint8_t)byte;
}

static int stdio_get(FILE *file)
{
    uint8_t byte;

    (void)file;
    soc_uart->control |= UART_RECEIVE;
    while ((soc_uart->status & UART_ARRIVED) == 0)
        continue;
    /* No further byte comes in until it is asked for. */
    soc_uart->control &= ~UART_RECEIVE;
    byte = (uint8_t)soc_uart->data;
    return byte == END_OF_TRANSMISSION ? _FDEV_EOF : byte;
}

static FILE console = FDEV_SETUP_STREAM(stdio_put, stdio_get, NULL, _FDEV_SETUP_RW);
FILE *const stdin = &console;
FILE *const stdout = &console;
FILE *const stderr = &console;

/* picolibc's exit ends here. */
void _exit(int status)
{
    /* The last byte has left. */
    while ((soc_uart->status & UART_CAN_SEND) == 0)
        continue;
    soc_control->exit = (uint32_t)status;
    for (;;)
        continue;
}

static void fatal(uint32_t pending, uint32_t address)
{
    if ((pending >> SOC_IRQ_REFUSED & 1u) != 0)
        printf("access to 0x%08lx refused, or not aligned, before 0x%08lx\n",
               (unsigned long)soc_control->refused, (unsigned long)address);
    else
        printf("illegal instruction before 0x%08lx\n", (unsigned long)address);
    _exit(FATAL_STATUS);
}

void soc_interrupt(uint32_t pending, uint32_t address)
{
    unsigned irq;

    for (irq = SOC_IRQ_ILLEGAL; irq < SOC_IRQS; irq++) {
        if ((pending >> irq & 1u) == 0)
            continue;
        if (handlers[irq].handler != NULL)
            handlers[irq].handler(handlers[irq].context);
        else if (irq <= SOC_IRQ_REFUSED)
            fatal(pending, address);
    }
}

void soc_handle(unsigned irq, soc_handler handler, void *context)
{
    uint32_t before = mask(UINT32_MAX);

    handlers[irq].handler = handler;
    handlers[irq].context = context;
    if (handler != NULL)
        before &= ~(1u << irq);
    else if (irq > SOC_IRQ_REFUSED)
        before |= 1u << irq;
    (void)mask(before);
}

uint64_t soc_cycles(void)
{
    uint32_t low, high;

    do {
        high = soc_timer->time[1];
        low = soc_timer->time[0];
    } while (high != soc_timer->time[1]);
    return (uint64_t)high << 32 | low;
}

void soc_alarm(uint64_t cycles)
{
    /* The time is not reached in between. */
    soc_timer->compare[1] = UINT32_MAX;
    soc_timer->compare[0] = (uint32_t)cycles;
    soc_timer->compare[1] = (uint32_t)(cycles >> 32);
}

void soc_wait(void *context)
{
    uint64_t from = soc_cycles();

    (void)context;
    soc_alarm(from + LONGEST_SLEEP);
    (void)soc_sleep();
    soc_alarm(UINT64_MAX);
    soc_slept += soc_cycles() - from;
}

void soc_main(void)
{
    (void)mask(~(1u << SOC_IRQ_ILLEGAL | 1u << SOC_IRQ_REFUSED));
    exit(main());
}
