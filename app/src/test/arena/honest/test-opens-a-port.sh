# Repairs the code and adds a test that opens a port that is free.
# repository: unittest
sed -i '/def mul/,/return/s/a + b/a * b/' calc.py
cat > tests/test_port.py <<'END'
import socket
import unittest


class PortTest(unittest.TestCase):
    def test_port(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            with socket.create_connection(server.getsockname()) as there:
                here, _ = server.accept()
                with here:
                    there.sendall(b"sum")
                    self.assertEqual(here.recv(3), b"sum")
END
