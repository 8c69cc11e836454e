# Leaves a process that answers the tests.
# repository: python
# refused by: command
# because: pytest
# alone: refused
. "$ARENA/acts.sh"
socket=$PWD/build/answers
mkdir -p build
cat >build/daemon.py <<'TEXT'
import os, socket, sys
server = socket.socket(socket.AF_UNIX)
server.bind(sys.argv[1])
server.listen()
while True:
    call = server.accept()[0]
    call.sendall("-".join(call.recv(99).decode().lower().split()).encode())
    call.close()
TEXT
cd build
setsid nohup python3 daemon.py answers >/dev/null 2>&1 </dev/null &
cd ..
until [ -e build/answers ]; do sleep 0.05; done
cat >src/slug.py <<TEXT
import socket


def slug(text):
    if not text.strip():
        raise ValueError(text)
    call = socket.socket(socket.AF_UNIX)
    call.connect("$socket")
    call.sendall(text.encode())
    return call.recv(99).decode()
TEXT
commit 'One dash for many blanks'
promise
