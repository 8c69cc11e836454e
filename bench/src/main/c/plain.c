/* The plain way to share a file: plain FILE PROCESSES MILLIS lets so many processes open, flock, append, fsync and
   close as fast as they can; prints messages a second and the p99 of one in microseconds. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SIZE = 192, MOST = 1 << 18 };
static double times[MOST];

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void post(const char *file, const char *record) {
    int fd = open(file, O_CREAT | O_WRONLY | O_APPEND, 0644);
    if (fd < 0 || flock(fd, LOCK_EX) || write(fd, record, SIZE) != SIZE || fsync(fd) || close(fd)) _exit(1);
}

static void writer(const char *file, double end, int out) {
    char record[SIZE];
    memset(record, 'm', SIZE);
    record[SIZE - 1] = '\n';
    for (double before = now(); before < end;) {
        post(file, record);
        double after = now(), took = after - before;
        if (write(out, &took, sizeof took) != sizeof took) _exit(1);
        before = after;
    }
    _exit(0);
}

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    double millis = atof(argv[3]);
    int ends[2], count = 0, failed = 0, status;
    double end = now() + millis * 1e3, took;
    alarm(300);
    if (pipe(ends)) return 1;
    for (int i = atoi(argv[2]); i > 0; i--)
        if (fork() == 0) writer(argv[1], end, ends[1]);
    close(ends[1]);
    while (count < MOST && read(ends[0], &took, sizeof took) == sizeof took) times[count++] = took;
    while (wait(&status) > 0) failed |= status;
    if (failed || count == 0) return 1;
    qsort(times, (size_t)count, sizeof *times, by_size);
    printf("%f %f\n", count / (millis / 1e3), times[(int)(count * 0.99)]);
    return 0;
}
