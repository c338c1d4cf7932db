"""A web server for tests of downloading, on a free port of this machine, with the faults that a script asks for.

    http_server.py FOLDER '{"file": [{"cut": 60000}, {"status": 503, "headers": {"Retry-After": "1"}}]}'

serves a folder's files and answers the first requests for a name as its list says, the later ones well. It prints its
port, then a line of JSON for each request. The words of an answer:

    cut N       closes the connection after N bytes of the body      whole     sends everything, whatever is asked for
    stall N     sends no more after N bytes of the body              of NAME   sends another file of the folder
    shift N     sends a range that begins N bytes earlier            most N    sends a shorter range than asked for
    length N    says that the whole file has so many bytes           forever   answers all later requests like this
    status S    sends no file: this status, headers, and "no"
"""

import http.server
import json
import os
import sys

folder, script = sys.argv[1], json.loads(sys.argv[2])


class Answers(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        asked = self.headers.get("Range")
        say({"path": self.path, "from": int(asked[len("bytes=") : -1]) if asked else None})
        answers = script.get(self.path[1:], [])
        answer = answers[0] if answers else {}
        if answers and "forever" not in answer:
            del answers[0]
        file = os.path.join(folder, answer.get("of", self.path[1:]))
        if "status" in answer:
            self.begin(answer["status"], 3, **answer.get("headers", {}))
            self.wfile.write(b"no\n")
        elif os.path.isfile(file):
            with open(file, "rb") as opened:
                self.send_file(opened.read(), asked and "whole" not in answer, answer)
        else:
            self.begin(404, 0)

    def send_file(self, content, in_part, answer):
        total = answer.get("length", len(content))
        first = int(self.headers["Range"][len("bytes=") : -1]) if in_part else 0
        if in_part and first >= total:
            return self.begin(416, 0, **{"Content-Range": f"bytes */{total}"})
        first -= answer.get("shift", 0)
        end = min(first + answer["most"], total) if "most" in answer else total
        ranges = {"Content-Range": f"bytes {first}-{end - 1}/{total}"} if in_part or end < total else {}
        try:
            self.begin(206 if ranges else 200, end - first, **ranges)
            self.wfile.write(content[first:end][: answer.get("cut", answer.get("stall"))])
            if "stall" in answer:
                self.connection.recv(1)  # until the client gives up, which it may have done before
        finally:
            if "stall" in answer:
                say({"path": self.path, "given up": True})

    def begin(self, status, length, **headers):
        self.send_response(status)
        for name, value in {"Content-Length": length, "Connection": "close", **headers}.items():
            self.send_header(name, str(value))
        self.end_headers()

    def log_message(self, *_):
        pass


def say(line):
    print(json.dumps(line) if isinstance(line, dict) else line, flush=True)


class Server(http.server.HTTPServer):
    def handle_error(self, *_):
        pass  # the client has closed the connection


server = Server(("127.0.0.1", 0), Answers)
say(server.server_port)
server.serve_forever()
