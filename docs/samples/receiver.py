# A webhook receiver with nothing but Python (3.9 or newer):
#   WEBHOOK_SECRET=whsec_… python3 receiver.py
# Optional: PORT (3000), SEEN_DIR (./seen), API_KEY (sk_…) and API_URL to read the charge back before acting.
import base64
import hashlib
import hmac
import json
import os
import time
import traceback
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
SEEN_DIR = os.environ.get("SEEN_DIR", "./seen")
API_KEY = os.environ.get("API_KEY")
API_URL = os.environ.get("API_URL", "http://127.0.0.1:8080")
TOLERANCE_SECONDS = 300
os.makedirs(SEEN_DIR, exist_ok=True)


def is_genuine(headers, body):
    """True when the notice is from Cobro, unchanged and recent. `body` holds the bytes as they came."""
    id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not (timestamp.isascii() and timestamp.isdigit()) or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    digest = hmac.new(SECRET, f"{id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    wanted = b"v1," + base64.b64encode(digest)
    # While a secret is rotated there are two signatures; one of them fits.
    given = headers.get("webhook-signature", "").encode("latin-1", "replace").split(b" ")
    return any(hmac.compare_digest(wanted, part) for part in given)


def once(name, work):
    """Does the work unless it was done before; what fails can be done again. A table with a unique column, written in the
    transaction of the work, does the same and survives a crash in between."""
    file = os.path.join(SEEN_DIR, hashlib.sha256(name.encode()).hexdigest())
    try:
        open(file, "x").close()  # fails when the file is there already, also among several processes
    except FileExistsError:
        return
    try:
        work()
    except BaseException:
        os.remove(file)
        raise


def handle(notice):
    """Your shop's part. What it raises is tried again later."""
    charge = read_back(notice["id"]) if API_KEY else notice
    order = charge["order_info"]["order_id"]
    # By the state, not by the type: every notice of a paid charge says that it is paid, and one of them is enough.
    if charge["paid"]:
        name = f"paid {charge['id']} {charge.get('accepted_at')}"
        once(name, lambda: print("paid", order, charge["id"], flush=True))
    elif charge["type"] in ("charge.expired", "charge.canceled"):
        print("released", order, charge["id"], flush=True)
    # Other types: nothing to do. New ones may come.


def read_back(id):
    """The charge as it is now, whatever the notice says."""
    token = base64.b64encode(f"{API_KEY}:".encode()).decode()
    request = urllib.request.Request(f"{API_URL}/v1/charges/{id}", headers={"Authorization": f"Basic {token}"})
    with urllib.request.urlopen(request, timeout=10) as reply:
        return json.load(reply)


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        if not is_genuine(self.headers, body):
            return self.end(401)
        try:
            # Done before: it is accepted all the same, or it would be sent again.
            once(self.headers["webhook-id"], lambda: handle(json.loads(body)))
            self.end(204)
        except Exception:
            traceback.print_exc()
            self.end(500)  # Cobro tries again

    def end(self, status):
        self.send_response(status)
        if status != 204:
            self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Receiver)
print("ready", flush=True)
server.serve_forever()
