# ClickHouse's HTTP interface over chdb (ClickHouse's engine as a Python package, `pip install chdb`), for tests: one query at a time.
#   python3 tools/services/clickhouse-server.py PORT FOLDER      (port 0: one that is free) prints the port when it listens
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qsl, urlsplit

from chdb.session import Session

port, folder = int(sys.argv[1]), sys.argv[2]
session = Session(folder)
session.query("CREATE DATABASE IF NOT EXISTS portico ENGINE = Atomic")
session.query("USE portico")


def literal(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0))).decode()
        query, rows, settings = None, body, []
        for name, value in parse_qsl(urlsplit(self.path).query, keep_blank_values=True):
            if name == "query":
                query = value
            elif name not in ("database", "wait_end_of_query"):
                settings.append(name + " = " + literal(value))
        try:
            for setting in settings:
                session.query("SET " + setting)
            # The rows of an INSERT follow its format.
            answer = session.query(rows if query is None else query + "\n" + rows, "TabSeparated").bytes()
            self.reply(200, answer or b"")
        except Exception as error:
            self.reply(400, str(error).encode())

    def reply(self, status, body):
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


server = HTTPServer(("127.0.0.1", port), Handler)
print(server.server_port, flush=True)
server.serve_forever()
