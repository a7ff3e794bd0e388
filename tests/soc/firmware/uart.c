/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes come in by interrupt while others are sent; none is lost. */
#include <stdio.h>

#include "soc.h"

#define SIZE 64u

static volatile uint8_t came[SIZE];
static volatile unsigned count;
static volatile int complete;

static void receive(void *context)
{
    uint8_t byte = (uint8_t)soc_uart->data;

    (void)context;
    if (!complete)
        came[count++ % SIZE] = byte;
    if (byte == '\n')
        complete = 1;
}

int main(void)
{
    unsigned i;

    soc_handle(SOC_IRQ_UART, receive, NULL);
    soc_uart->control = 3;
    while (!complete)
        printf(".");
    printf("\n");
    soc_uart->control = 0;
    for (i = 0; i < count; i++)
        putchar(came[i]);
    return 0;
}
