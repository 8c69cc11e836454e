/* An agent that floods: spew BYTES writes that many bytes of lines to its output, 64 KiB at a time. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
    static char block[1 << 16];
    long long left = argc > 1 ? atoll(argv[1]) : 0;
    alarm(300);
    memset(block, 'x', sizeof block);
    for (size_t i = 127; i < sizeof block; i += 128) block[i] = '\n';
    while (left > 0) {
        ssize_t done = write(1, block, left < (long long)sizeof block ? (size_t)left : sizeof block);
        if (done < 0) return 1;
        left -= done;
    }
    return 0;
}
