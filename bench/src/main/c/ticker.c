/* An agent that waits for a word: ticker FIFO DELAY GAP LINES blocks until somebody opens FIFO for writing, sleeps DELAY ms,
 * then writes LINES lines GAP ms apart, each the time at which it was written, in nanoseconds since 1970. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static void rest(long millis) {
    struct timespec time = {millis / 1000, millis % 1000 * 1000000};
    nanosleep(&time, NULL);
}

int main(int argc, char **argv) {
    if (argc < 5) return 2;
    alarm(300);
    if (open(argv[1], O_RDONLY | O_CLOEXEC) < 0) return 1;
    rest(atol(argv[2]));
    for (int left = atoi(argv[4]); left > 0; left--) {
        struct timespec now;
        char line[32];
        clock_gettime(CLOCK_REALTIME, &now);
        int length = snprintf(line, sizeof line, "%lld%09ld\n", (long long)now.tv_sec, now.tv_nsec);
        if (write(1, line, length) != length) return 1;
        rest(atol(argv[3]));
    }
    return 0;
}
