/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Start-up code of the system: reset at address 0, interrupts at 0x10.
 *
 * PicoRV32's instructions for interrupts are in the opcode custom-0; funct7 tells them apart. In an
 * interrupt q0 is the address to return to and q1 the interrupts that are pending.
 */
#define CUSTOM_0 0x0b
#define GETQ 0
#define RETIRQ 2

#define FRAME 64

        .option norelax
        .section .text.start, "ax"
        .globl _start
_start:
        j start

        .org _start + 0x10
        /* Registers that a C function may change; handlers are not interrupted. */
        addi sp, sp, -FRAME
        sw ra, 0(sp)
        sw t0, 4(sp)
        sw t1, 8(sp)
        sw t2, 12(sp)
        sw t3, 16(sp)
        sw t4, 20(sp)
        sw t5, 24(sp)
        sw t6, 28(sp)
        sw a0, 32(sp)
        sw a1, 36(sp)
        sw a2, 40(sp)
        sw a3, 44(sp)
        sw a4, 48(sp)
        sw a5, 52(sp)
        sw a6, 56(sp)
        sw a7, 60(sp)
        .insn r CUSTOM_0, 0, GETQ, a0, x1, x0
        .insn r CUSTOM_0, 0, GETQ, a1, x0, x0
        call soc_interrupt
        lw ra, 0(sp)
        lw t0, 4(sp)
        lw t1, 8(sp)
        lw t2, 12(sp)
        lw t3, 16(sp)
        lw t4, 20(sp)
        lw t5, 24(sp)
        lw t6, 28(sp)
        lw a0, 32(sp)
        lw a1, 36(sp)
        lw a2, 40(sp)
        lw a3, 44(sp)
        lw a4, 48(sp)
        lw a5, 52(sp)
        lw a6, 56(sp)
        lw a7, 60(sp)
        addi sp, sp, FRAME
        .insn r CUSTOM_0, 0, RETIRQ, x0, x0, x0

start:
        la sp, __stack
        la gp, __global_pointer$
        la tp, __tls_base
        la t0, __bss_start
        la t1, __bss_end
1:      bgeu t0, t1, 2f
        sw zero, 0(t0)
        addi t0, t0, 4
        j 1b
2:      call soc_main
