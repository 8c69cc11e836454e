package dev.ralph.sandbox;

/// Ways out that an agent may try. Each script says ESCAPED when it got out, or changes something outside; in the
/// end it says "tried", which shows that it did run.
enum Escape {
    WRITE_OUTSIDE("echo escaped > $OUT/file"),
    WRITE_THROUGH_A_LINK("ln -sf $OUT out; echo escaped > out/file"),
    WRITE_THROUGH_PROC_SELF_ROOT("echo escaped > /proc/self/root$OUT/file"),
    WRITE_THROUGH_CWD_OF_ANOTHER_PROCESS("echo escaped > /proc/$VICTIM/cwd/file"),
    /// Without the sandbox the shell itself opens the folder; with it, the engine has it open, inheritable.
    INHERITED_DESCRIPTOR("""
            [ -z "$LEAK" ] || exec 7< $OUT
            for fd in 3 4 5 6 7 8 9 $OPEN; do (echo escaped > /proc/self/fd/$fd/file); done
            """),
    HARD_LINK("echo escaped > hard"),
    GIT_HOOK("echo escaped > .git/hooks/pre-commit"),
    GIT_CONFIG("echo escaped > .git/config"),
    READ_KEYS_IN_HOME("grep -q canary $PLACE/.ssh/id && echo ESCAPED"),
    OWN_ENVIRONMENT("cat /proc/self/environ /proc/1/environ /proc/$PPID/environ | grep -aq canary && echo ESCAPED"),
    ENVIRONMENT_OF_ANOTHER_PROCESS("grep -aq canary /proc/$VICTIM/environ && echo ESCAPED"),
    TCP_TO_LOOPBACK("""
            perl -MIO::Socket::INET -e 'exit !IO::Socket::INET->new(PeerAddr=>"127.0.0.1:$ENV{PORT}",Timeout=>5)' \
              && echo ESCAPED
            """),
    UNIX_SOCKET_IN_A_PRIVATE_FOLDER(unix("$ENV{SOCKET}")),
    UNIX_SOCKET_ELSEWHERE(unix("$ENV{OUT}/socket")),
    ABSTRACT_UNIX_SOCKET(unix("\\0$ENV{ABSTRACT}")),
    SIGNAL("kill -TERM $VICTIM && echo ESCAPED"),
    PTRACE("""
            perl -e '$n = `uname -m` =~ /x86/ ? 101 : 117; exit(syscall($n, 16, $ENV{VICTIM}+0, 0, 0) != 0)' \
              && echo ESCAPED
            """),
    MEMORY_OF_ANOTHER_PROCESS("perl -e 'exit !open(F, \"+<\", \"/proc/$ENV{VICTIM}/mem\")' && echo ESCAPED"),
    /// Root does it directly, others in a namespace of their own.
    MOUNT("""
            mkdir -p m; unshare $MOUNTING sh -c 'mount -t tmpfs none m' && echo ESCAPED
            """),
    REMOUNT("""
            unshare $MOUNTING sh -c 'mount --bind $OUT $OUT && mount -o remount,bind,rw $OUT && echo escaped > $OUT/file'
            """),
    /// Without the sandbox in a namespace of its own, so that the machine stays as it is.
    REMOUNT_IN_PLACE("""
            $AROUND sh -c 'mount -o remount,bind,rw / && echo escaped > $OUT/file'
            """),
    NESTED_NAMESPACE("mkdir -p m; unshare -Urm sh -c 'mount -t tmpfs none m' && echo ESCAPED"),
    NESTED_REMOUNT("""
            unshare -Urm sh -c 'mount --bind $OUT $OUT && mount -o remount,bind,rw $OUT && echo escaped > $OUT/file'
            """),
    NESTED_UNMOUNT("unshare -Urm sh -c 'umount -l /proc/sys /tmp; echo escaped > $OUT/file'"),
    ROOT_CGROUP("""
            for f in /sys/fs/cgroup/cgroup.procs /sys/fs/cgroup/pids/cgroup.procs /sys/fs/cgroup/unified/cgroup.procs
            do [ ! -e $f ] || { (echo $$ > $f) && echo ESCAPED; }; done
            """),
    /// Opened only, never written.
    CORE_PATTERN("(exec 9>>/proc/sys/kernel/core_pattern) && echo ESCAPED"),
    READ_PASSWORDS("cat /etc/shadow | grep -q . && echo ESCAPED"),
    OTHER_WORKSPACES("cat $OTHER/upper/secret | grep -q . && echo ESCAPED");

    final String script;

    Escape(String script) {
        this.script = script + "\necho tried\n";
    }

    private static String unix(String name) {
        return "perl -MIO::Socket::UNIX -e 'exit !IO::Socket::UNIX->new(Peer=>\"" + name + "\")' && echo ESCAPED\n";
    }
}
