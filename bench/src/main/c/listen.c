/* Many clients of one event stream: listen PORT TOKEN CLIENTS SECONDS
 * Connects all of them, prints "connected", reads for a second that does not count and then for SECONDS, and prints
 * events per second over all clients and the p99 in milliseconds from an event's birth, which it has in it, to its being read. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define MOST_LATENCIES 4000000
#define MOST_FILES 65536

static long long nanos(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void fail(const char *what) {
    perror(what);
    exit(1);
}

int main(int count, char **words) {
    if (count != 5) {
        fprintf(stderr, "usage: listen PORT TOKEN CLIENTS SECONDS\n");
        return 2;
    }
    int port = atoi(words[1]), clients = atoi(words[3]), poll = epoll_create1(0);
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    char request[512];
    int length = snprintf(request, sizeof request,
                          "GET /events HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAuthorization: Bearer %s\r\n\r\n", port, words[2]);
    for (int i = 0; i < clients; i++) {
        struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
        int one = socket(AF_INET, SOCK_STREAM, 0);
        if (one < 0 || one >= MOST_FILES || connect(one, (struct sockaddr *)&to, sizeof to) || write(one, request, length) != length) fail("connect");
        char first[4];
        if (recv(one, first, sizeof first, MSG_PEEK | MSG_WAITALL) != sizeof first) fail("the answer");
        fcntl(one, F_SETFL, O_NONBLOCK);
        struct epoll_event interest = {.events = EPOLLIN, .data.fd = one};
        epoll_ctl(poll, EPOLL_CTL_ADD, one, &interest);
    }
    puts("connected");
    fflush(stdout);

    static char bytes[1 << 18];
    double *latencies = malloc(MOST_LATENCIES * sizeof *latencies);
    static long long first[MOST_FILES], heard[MOST_FILES];
    long gone = 0;
    int known = 0;
    long long begin = nanos() + 1000000000LL, end = begin + (long long)(atof(words[4]) * 1e9), now = nanos();
    while (now < end) {
        struct epoll_event ready[256];
        int many = epoll_wait(poll, ready, 256, 20);
        for (int i = 0; i < many; i++) {
            ssize_t got = read(ready[i].data.fd, bytes, sizeof bytes - 1);
            if (got <= 0) {
                if (got == 0 || errno != EAGAIN) {
                    gone++;
                    close(ready[i].data.fd);
                }
                continue;
            }
            now = nanos();
            if (now < begin) continue;
            bytes[got] = 0;
            /* An event's number and birth stand together, "@NUMBER BIRTH ": looking for the last one is all it takes. */
            char *last = memrchr(bytes, '@', got);
            if (!last || last + 48 > bytes + got) continue;
            char *birth;
            long long number = strtoll(last + 1, &birth, 10), born = strtoll(birth, NULL, 10);
            if (!first[ready[i].data.fd]) first[ready[i].data.fd] = number;
            heard[ready[i].data.fd] = number;
            if (known < MOST_LATENCIES) latencies[known++] = (now - born) / 1e6;
        }
        now = nanos();
    }
    long long events = 0;
    for (int i = 0; i < MOST_FILES; i++) events += heard[i] - first[i];
    qsort(latencies, known, sizeof *latencies, ascending);
    printf("%.0f %.3f %ld\n", events / ((now - begin) / 1e9), known ? latencies[(int)(known * 0.99)] : -1.0, gone);
    return 0;
}
