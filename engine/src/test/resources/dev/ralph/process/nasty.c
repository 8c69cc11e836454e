/* An agent that does not want to die. Usage: nasty MODE... ; each mode leaves something behind, then the main process
 * prints "ready" and stays, unless the last mode says otherwise. Nothing lives longer than a minute. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

static void live(void) { alarm(60); }

static void stay(void) {
    live();
    for (;;) pause();
}

static void deaf(void) {
    signal(SIGTERM, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
}

/* Runs on as a grandchild in a session of its own. */
static int detached(void) {
    if (fork()) return 0;
    if (fork()) _exit(0);
    setsid();
    if (fork()) _exit(0);
    live();
    deaf();
    return 1;
}

static void closed_stdio(void) {
    int fd, null = open("/dev/null", O_RDWR);
    for (fd = 0; fd < 3; fd++) dup2(null, fd);
    for (fd = 3; fd < 64; fd++) close(fd);
}

static int slow_seconds;

static void slowly(int signal) {
    (void) signal;
    sleep(slow_seconds);
    if (write(1, "cleaned\n", 8) != 8) _exit(1);
    _exit(9);
}

static void beat(const char *file) {
    int fd = open(file, O_WRONLY | O_CREAT | O_APPEND, 0666);
    if (fd >= 0) {
        if (write(fd, ".", 1) != 1) _exit(1);
        close(fd);
    }
}

/* A process that is another one every few milliseconds: fork, parent exits, child is in a new session. */
static void hop(int micros, const char *heart) {
    int left = micros == 0 ? 40000 : 20000000 / micros;
    setsid();
    deaf();
    while (left-- > 0) {
        pid_t next = fork();
        if (next > 0) _exit(0);
        if (next < 0) continue;
        setsid();
        live();
        if (left % 8 == 0 || micros > 1000) beat(heart);
        if (micros) usleep(micros);
    }
    _exit(0);
}

static void flood(long long bytes, int fd) {
    static char block[1 << 16];
    memset(block, 'x', sizeof block);
    while (bytes > 0) {
        size_t most = bytes < (long long) sizeof block ? (size_t) bytes : sizeof block;
        ssize_t done = write(fd, block, most);
        if (done <= 0) _exit(3);
        bytes -= done;
    }
}

static void nested(void) {
    if (unshare(CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS)) perror("unshare");
    if (!fork()) stay();
    stay();
}

static void bomb(int count) {
    for (int i = 0; i < count; i++)
        if (!fork()) {
            if (i % 2) setsid();
            if (i % 3 == 0) deaf();
            stay();
        }
}

int main(int count, char **words) {
    live();
    for (int i = 1; i < count; i++) {
        const char *mode = words[i];
        const char *next = i + 1 < count ? words[i + 1] : "0";
        if (!strcmp(mode, "stay-deaf")) { deaf(); stay(); }
        else if (!strcmp(mode, "child")) { if (!fork()) stay(); }
        else if (!strcmp(mode, "deaf-child")) { if (!fork()) { deaf(); stay(); } }
        else if (!strcmp(mode, "setsid")) { if (!fork()) { setsid(); deaf(); stay(); } }
        else if (!strcmp(mode, "daemon")) { if (detached()) { closed_stdio(); stay(); } }
        else if (!strcmp(mode, "no-environment")) {
            if (detached()) {
                char *arguments[] = {words[0], "stay-deaf", NULL}, *environment[] = {NULL};
                execve("/proc/self/exe", arguments, environment);
                _exit(9);
            }
        } else if (!strcmp(mode, "not-dumpable")) { if (detached()) { prctl(PR_SET_DUMPABLE, 0); stay(); } }
        else if (!strcmp(mode, "nested")) { if (detached()) nested(); }
        else if (!strcmp(mode, "holds-stdout")) { if (!fork()) { setsid(); stay(); } }
        else if (!strcmp(mode, "zombie")) { if (!fork()) _exit(0); }
        else if (!strcmp(mode, "bomb")) { bomb(atoi(next)); i++; }
        else if (!strcmp(mode, "hop")) { if (!fork()) hop(atoi(next), words[i + 2]); i += 2; }
        else if (!strcmp(mode, "deaf")) deaf();
        else if (!strcmp(mode, "slow")) { slow_seconds = atoi(next); signal(SIGTERM, slowly); i++; }
        else if (!strcmp(mode, "stopped")) { puts("ready"); fflush(stdout); raise(SIGSTOP); stay(); }
        else if (!strcmp(mode, "flood")) { flood(atoll(next), 1); i++; }
        else if (!strcmp(mode, "flood-errors")) { flood(atoll(next), 2); i++; }
        else if (!strcmp(mode, "exit")) { usleep(200000); return atoi(next); }
        else if (!strcmp(mode, "exit-now")) return atoi(next);
        else { fprintf(stderr, "unknown mode %s\n", mode); return 2; }
    }
    usleep(100000);
    puts("ready");
    fflush(stdout);
    stay();
}
