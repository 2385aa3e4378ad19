# A shop with nothing but Python (3.9 or newer): it sells, and ships when the webhook says that the order is paid.
# See ../README.md.
import base64
import hashlib
import hmac
import json
import os
import time
import traceback
import urllib.error
import urllib.parse
import urllib.request
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

COBRO_URL = os.environ.get("COBRO_URL", "http://127.0.0.1:8080")
COBRO_KEY = os.environ["COBRO_KEY"]
PORT = int(os.environ.get("PORT", "3000"))
SHOP_URL = os.environ.get("SHOP_URL", f"http://127.0.0.1:{PORT}")
DATA = os.environ.get("DATA", "./shop-data")
TOLERANCE_SECONDS = 300
PAGE = """<!doctype html><html lang="es"><meta charset="utf-8"><title>Tienda</title><h1>Funda, $150.00</h1>
<form method="post" action="/buy"><input type="hidden" name="cart" value="%s">
<input name="name" placeholder="Nombre" required><input name="email" type="email" placeholder="Correo" required>
<button>Comprar</button></form>"""


class Refused(Exception):
    """Cobro said no; the text is for people."""


def call(method, path, body=None, idempotency_key=None):
    """One request to Cobro. The idempotency key makes it safe to send a POST again when no answer came."""
    headers = {"Authorization": "Basic " + base64.b64encode(f"{COBRO_KEY}:".encode()).decode()}
    data = None
    if method == "POST":
        headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
    if body is not None:
        headers["Content-Type"] = "application/json"
        data = json.dumps(body).encode()
    request = urllib.request.Request(COBRO_URL + path, data=data, headers=headers, method=method)
    for seconds in (0.5, 2, None):
        try:
            with urllib.request.urlopen(request, timeout=20) as reply:
                return json.load(reply)
        except urllib.error.HTTPError as problem:
            refusal = json.loads(problem.read() or b"{}")
            if seconds is None or (problem.code < 500 and problem.code != 429):
                raise Refused(refusal.get("message", f"HTTP {problem.code}")) from problem
            time.sleep(min(float(problem.headers.get("Retry-After", seconds)), 10))
        except OSError:
            if seconds is None:
                raise
            time.sleep(seconds)


def webhook_secret():
    """Registers our address once and keeps the secret. If we died in between, a rotation shows a new one."""
    os.makedirs(DATA, exist_ok=True)
    file = os.path.join(DATA, "webhook-secret")
    if os.path.exists(file):
        with open(file) as kept:
            return kept.read()
    endpoint = call("POST", "/v1/webhooks/stores", {"url": f"{SHOP_URL}/cobro"})
    if "secret" not in endpoint:
        endpoint = call("POST", f"/v1/webhooks/stores/{endpoint['id']}/rotate")
    descriptor = os.open(file + ".new", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as kept:
        kept.write(endpoint["secret"])
    os.replace(file + ".new", file)
    return endpoint["secret"]


def file_of(what, cart):
    return os.path.join(DATA, f"{what}-{urllib.parse.quote(cart, safe='')}")


def sell(form):
    """The number of the cart is the idempotency key: a second click gets the same order."""
    cart = form["cart"][0]
    open(file_of("cart", cart), "w").close()  # before the order, so that none is paid that we do not know
    order = {
        "product": {"id": cart, "name": "Funda", "price": 150},
        "customer": {"name": form["name"][0], "email": form["email"][0]},
        "payment": {},
    }
    return f"{COBRO_URL}/pay/{call('POST', '/v2/orders', order, cart)['id']}"


def is_genuine(headers, body):
    """True when the webhook is from Cobro, unchanged and recent. `body` holds the bytes as they came."""
    id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not (timestamp.isascii() and timestamp.isdigit()) or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    key = base64.b64decode(SECRET[len("whsec_"):])
    wanted = b"v1," + base64.b64encode(hmac.new(key, f"{id}.{timestamp}.".encode() + body, hashlib.sha256).digest())
    # While a secret is rotated there are two signatures; one of them fits.
    given = headers.get("webhook-signature", "").encode("latin-1", "replace").split(b" ")
    return any(hmac.compare_digest(wanted, part) for part in given)


def receive(webhook):
    """Ships a paid cart once: a file can be made only once, by however many of us. In your shop it is a unique row."""
    cart = webhook["order_info"]["order_id"]
    if not os.path.exists(file_of("cart", cart)):
        return  # not sold by us, or the test webhook
    if not call("GET", f"/v1/charges/{urllib.parse.quote(webhook['id'])}")["paid"]:  # as it is now
        return
    try:
        open(file_of("shipped", cart), "x").close()
    except FileExistsError:
        return
    print("shipped", cart, flush=True)  # here your warehouse hears of it


class Shop(BaseHTTPRequestHandler):
    def do_GET(self):
        self.end(200, PAGE % uuid.uuid4(), ("Content-Type", "text/html"))

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        try:
            if self.path == "/buy":
                self.end(303, "", ("Location", sell(urllib.parse.parse_qs(body.decode()))))
            elif self.path != "/cobro":
                self.end(404)
            elif not is_genuine(self.headers, body):
                self.end(401)
            else:
                receive(json.loads(body))
                self.end(204)
        except Refused as refused:
            self.end(500, str(refused))
        except Exception:
            traceback.print_exc()
            self.end(500)  # Cobro tries again

    def end(self, status, text="", header=("Content-Type", "text/plain; charset=utf-8")):
        self.send_response(status)
        self.send_header(*header)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


SECRET = webhook_secret()
server = ThreadingHTTPServer(("127.0.0.1", PORT), Shop)
print("open", SHOP_URL, flush=True)
server.serve_forever()
