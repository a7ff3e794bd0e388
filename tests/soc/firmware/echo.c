/* SPDX-License-Identifier: Apache-2.0 */
/* Sends back what comes in, in capitals, until the input ends; the status is the number of bytes. */
#include <ctype.h>
#include <stdio.h>

int main(void)
{
    int byte, count = 0;

    while ((byte = getchar()) != EOF) {
        putchar(toupper(byte));
        count++;
    }
    return count;
}
