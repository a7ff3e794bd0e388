/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file soc.h
 * @brief Devices and interrupts of the system that `gatehash soc` simulates.
 *
 * printf and the other functions of <stdio.h> write to the UART and read from it. A firmware ends when
 * main returns, or by exit: its status is that of the command.
 */
#ifndef GATEHASH_SOC_H
#define GATEHASH_SOC_H

#include <stdint.h>

#define SOC_CORE 0x40000000u    /**< the bridge of the design */
#define SOC_UART 0x80000000u    /**< the UART */
#define SOC_TIMER 0x80001000u   /**< the timer */
#define SOC_CONTROL 0x80002000u /**< the end of the firmware, and what was refused */

/** Registers of the UART. */
typedef struct {
    uint32_t data;    /**< a write sends a byte, a read takes one */
    uint32_t status;  /**< bit 0: a byte can be sent; bit 1: a byte came in */
    uint32_t control; /**< bit 0: receive; bit 1: interrupt while a byte is there */
} soc_uart_registers;

/** Registers of the timer: halves of 64 bits, the low one first. */
typedef struct {
    uint32_t time[2];    /**< clock cycles since the reset; can be read only */
    uint32_t compare[2]; /**< the interrupt is pending while the time is at least this */
} soc_timer_registers;

/** Registers of control. */
typedef struct {
    uint32_t exit;    /**< a write ends the firmware with a status */
    uint32_t refused; /**< address of the latest access that was refused; can be read only */
} soc_control_registers;

/** The devices. */
#define soc_uart ((volatile soc_uart_registers *)SOC_UART)
#define soc_timer ((volatile soc_timer_registers *)SOC_TIMER)
#define soc_control ((volatile soc_control_registers *)SOC_CONTROL)

/** Interrupts of the processor. */
enum {
    SOC_IRQ_ILLEGAL = 1, /**< an instruction that it does not have, ebreak or ecall */
    SOC_IRQ_REFUSED = 2, /**< an access that was refused, or is not aligned */
    SOC_IRQ_TIMER = 3,   /**< the timer */
    SOC_IRQ_CORE = 4,    /**< the bridge of the design */
    SOC_IRQ_UART = 5,    /**< a byte came in */
    SOC_IRQS = 6         /**< their number */
};

/** Handles an interrupt; other interrupts wait until it returns. */
typedef void (*soc_handler)(void *context);

/**
 * @brief Sets the handler of an interrupt, and enables the interrupt.
 *
 * Devices hold their interrupts until the reason is gone, which the handler has to see to. Without
 * handlers the first two interrupts end the firmware with status 255 and a line that says why.
 * @param irq the interrupt
 * @param handler the handler; NULL disables the interrupt
 * @param context handed to the handler
 */
void soc_handle(unsigned irq, soc_handler handler, void *context);

/** @brief Sleeps until an interrupt is pending, enabled or not; returns a bit for each that is. */
uint32_t soc_sleep(void);

/** @brief Returns the clock cycles since the reset. */
uint64_t soc_cycles(void);

/** @brief Makes the timer's interrupt pending from a time on, in clock cycles since the reset. */
void soc_alarm(uint64_t cycles);

/** @brief Sleeps until an interrupt, or for at most 65536 cycles: the driver's `bus.wait`. */
void soc_wait(void *context);

/** @brief Clock cycles that the processor has slept in soc_wait. */
extern uint64_t soc_slept;

#endif
