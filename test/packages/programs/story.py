"""Does with the client what test/packages/clients.test.ts expects, and prints what came of it as JSON."""
import json
import os

from cobro import Cobro, CobroError, NotFoundError, WebhookError, sign_webhook, verify_webhook

URL, KEY, LOSSY = os.environ["COBRO_URL"], os.environ["COBRO_KEY"], os.environ["LOSSY_URL"]
cobro = Cobro(url=URL, key=KEY)
story = {}
ORDER = {
    "product": {"id": "SMG-1", "name": "Funda", "price": 150},
    "customer": {"name": "Ana Robles", "email": "ana@example.com"},
    "payment": {},
}


def failure(call):
    try:
        call()
    except (CobroError, WebhookError, ValueError, TypeError) as error:
        return error


order = cobro.orders.create(ORDER, idempotency_key="cart-1")
story["order"] = [order["status"], order["product"]["price"]]
cobro.test.pay(order["id"])
story["paid"] = cobro.orders.get(order["id"])["status"]
story["again"] = cobro.orders.create(ORDER, idempotency_key="cart-1")["id"] == order["id"]
for _ in range(2):
    cobro.orders.create(ORDER)
story["listed"] = len(list(cobro.orders.list(limit=1)))
page = cobro.orders.list(limit=2).page()
story["page"] = [len(page["data"]), page["has_more"]]
story["refund"] = [
    cobro.orders.refund(order["id"], {"amount": 30.1, "reason": "talla"})["refund"]["amount"],
    cobro.orders.refund(order["id"])["refund"]["amount"],
]
missing = failure(lambda: cobro.orders.get("ch_x"))
story["missing"] = [missing.code, missing.status, missing.number, isinstance(missing, NotFoundError), missing.tries]
wrong = {**ORDER, "product": {**ORDER["product"], "price": 0}}
refused = failure(lambda: cobro.orders.create(wrong, language="en"))
story["refused"] = [refused.code, refused.param, refused.errors[0]["message"]]
story["wrongKey"] = failure(lambda: Cobro(url=URL, key="sk_test_x").check_key()).status
story["otherAccount"] = failure(lambda: cobro.orders.get(order["id"], key=os.environ["OTHER_KEY"])).code
story["publicKey"] = failure(lambda: Cobro(url=URL, key=os.environ["PUBLIC_KEY"]).orders.list().page()).status
clock = cobro.test.create_clock({"frozen_time": 1_900_000_000})
aging = cobro.orders.create(ORDER, test_clock=clock["id"])
cobro.test.advance_clock(clock["id"], {"to": clock["frozen_time"] + 3 * 86_400})
story["testClock"] = cobro.orders.get(aging["id"])["status"]
charge = cobro.charges.create({
    "order_id": "SMG-7", "order_name": "Funda", "order_price": 75, "payment_type": "OXXO",
    "customer_name": "Ana Robles", "customer_email": "ana@example.com", "customer_phone": "5512345678",
})
points = cobro.providers.list(order_total=75)
story["charge"] = [charge["order_info"]["store"], any(point["internal_name"] == "OXXO" for point in points)]
story["sms"] = cobro.charges.send_sms(charge["id"])["type"]
following = cobro.events.follow()
story["events"] = [next(following)["type"], next(following)["type"]]
made, again = (cobro.webhooks.create({"url": "http://127.0.0.1:4999/hook"}) for _ in range(2))
story["endpoint"] = [made["status"], again["status"], cobro.webhooks.delete(made["id"])["status"]]

tries = []
through = Cobro(url=LOSSY, key=KEY, on_try=lambda one: tries.append(one.status))
through.orders.create({**ORDER, "product": {**ORDER["product"], "id": "lost"}})
story["lost"] = [len(cobro.orders.list(order_id="lost").page()["data"]), list(tries)]
story["late"] = failure(lambda: through.balance.get(timeout=0.2, retries=0)).code
story["notCobro"] = failure(lambda: through.transfers.list(retries=0).page()).code
story["badId"] = failure(lambda: cobro.orders.get("..")) is not None
story["badOption"] = isinstance(failure(lambda: cobro.orders.get("ch_1", timeot=1)), TypeError)

secret = "whsec_Y29icm8tdGVzdC12ZWN0b3Itc2VjcmV0"
body, headers = sign_webhook({"id": "ch_1", "type": "charge.success"}, secret)
old = sign_webhook(body, secret, timestamp=1_763_164_800)
environ = {"HTTP_" + name.upper().replace("-", "_"): value for name, value in headers.items()}
story["webhook"] = [
    verify_webhook(body.encode(), environ, ["whsec_AAAA", secret]).type,
    failure(lambda: verify_webhook(body, headers, "whsec_AAAA")).code,
    failure(lambda: verify_webhook(*old, secret)).code,
    failure(lambda: verify_webhook(body.replace(",", ", "), headers, secret)).code,
    failure(lambda: verify_webhook(json.loads(body), headers, secret)).code,
    failure(lambda: verify_webhook(body, headers, KEY)).code,
    failure(lambda: verify_webhook(body, {}, secret)).code,
]
print(json.dumps(story))
