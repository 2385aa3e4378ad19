<?php
// Does with the client what test/packages/clients.test.ts expects, and prints what came of it as JSON.
require getenv('COBRO_PHP');
use Cobro\{Cobro, CobroError, NotFoundError, Webhook, WebhookError};

[$url, $key, $lossy] = [getenv('COBRO_URL'), getenv('COBRO_KEY'), getenv('LOSSY_URL')];
$cobro = new Cobro(['url' => $url, 'key' => $key]);
$story = [];
$order = [
    'product' => ['id' => 'SMG-1', 'name' => 'Funda', 'price' => 150],
    'customer' => ['name' => 'Ana Robles', 'email' => 'ana@example.com'],
    'payment' => [],
];

function failure(callable $call): ?Exception
{
    try {
        $call();
    } catch (CobroError | WebhookError | InvalidArgumentException $error) {
        return $error;
    }
    return null;
}

$made = $cobro->orders->create($order, ['idempotency_key' => 'cart-1']);
$id = $made['id'];
$story['order'] = [$made['status'], $made['product']['price']];
$cobro->test->pay($id);
$story['paid'] = $cobro->orders->get($id)['status'];
$story['again'] = $cobro->orders->create($order, ['idempotency_key' => 'cart-1'])['id'] === $id;
foreach ([1, 2] as $_) {
    $cobro->orders->create($order);
}
$story['listed'] = iterator_count($cobro->orders->list(['limit' => 1])->getIterator());
$page = $cobro->orders->list(['limit' => 2])->page();
$story['page'] = [count($page['data']), $page['has_more']];
$story['refund'] = [
    $cobro->orders->refund($id, ['amount' => 30.1, 'reason' => 'talla'])['refund']['amount'],
    $cobro->orders->refund($id)['refund']['amount'],
];
$missing = failure(fn () => $cobro->orders->get('ch_x'));
$story['missing'] = [$missing->code, $missing->status, $missing->number, $missing instanceof NotFoundError, $missing->tries];
$wrong = ['product' => ['price' => 0] + $order['product']] + $order;
$refused = failure(fn () => $cobro->orders->create($wrong, ['language' => 'en']));
$story['refused'] = [$refused->code, $refused->param, $refused->errors[0]['message']];
$story['wrongKey'] = failure(fn () => (new Cobro(['url' => $url, 'key' => 'sk_test_x']))->checkKey())->status;
$story['otherAccount'] = failure(fn () => $cobro->orders->get($id, ['key' => getenv('OTHER_KEY')]))->code;
$story['publicKey'] = failure(fn () => (new Cobro(['url' => $url, 'key' => getenv('PUBLIC_KEY')]))->orders->list()->page())->status;
$clock = $cobro->test->createClock(['frozen_time' => 1900000000]);
$aging = $cobro->orders->create($order, ['test_clock' => $clock['id']]);
$cobro->test->advanceClock($clock['id'], ['to' => $clock['frozen_time'] + 3 * 86400]);
$story['testClock'] = $cobro->orders->get($aging['id'])['status'];
$charge = $cobro->charges->create([
    'order_id' => 'SMG-7', 'order_name' => 'Funda', 'order_price' => 75, 'payment_type' => 'OXXO',
    'customer_name' => 'Ana Robles', 'customer_email' => 'ana@example.com', 'customer_phone' => '5512345678',
]);
$points = array_column($cobro->providers->list(['order_total' => 75]), 'internal_name');
$story['charge'] = [$charge['order_info']['store'], in_array('OXXO', $points, true)];
$story['sms'] = $cobro->charges->sendSms($charge['id'])['type'];
$story['events'] = [];
foreach ($cobro->events->follow() as $event) {
    $story['events'][] = $event['type'];
    if (count($story['events']) === 2) {
        break;
    }
}
[$endpoint, $again] = array_map(fn () => $cobro->webhooks->create(['url' => 'http://127.0.0.1:4999/hook']), [1, 2]);
$story['endpoint'] = [$endpoint['status'], $again['status'], $cobro->webhooks->delete($endpoint['id'])['status']];

$tries = [];
$through = new Cobro(['url' => $lossy, 'key' => $key, 'on_try' => function (array $one) use (&$tries) {
    $tries[] = $one['status'];
}]);
$through->orders->create(['product' => ['id' => 'lost'] + $order['product']] + $order);
$story['lost'] = [count($cobro->orders->list(['order_id' => 'lost'])->page()['data']), $tries];
$story['late'] = failure(fn () => $through->balance->get(['timeout' => 0.2, 'retries' => 0]))->code;
$story['notCobro'] = failure(fn () => $through->transfers->list([], ['retries' => 0])->page())->code;
$story['badId'] = failure(fn () => $cobro->orders->get('..')) !== null;
$story['badOption'] = failure(fn () => $cobro->orders->get('ch_1', ['timeot' => 1])) instanceof InvalidArgumentException;

$secret = 'whsec_Y29icm8tdGVzdC12ZWN0b3Itc2VjcmV0';
[$body, $headers] = Webhook::sign(['id' => 'ch_1', 'type' => 'charge.success'], $secret);
[$oldBody, $oldHeaders] = Webhook::sign($body, $secret, ['timestamp' => 1763164800]);
$server = [];
foreach ($headers as $name => $value) {
    $server['HTTP_' . strtoupper(strtr($name, '-', '_'))] = $value;
}
$story['webhook'] = [
    Webhook::verify($body, $server, ['whsec_AAAA', $secret])->type,
    failure(fn () => Webhook::verify($body, $headers, 'whsec_AAAA'))->code,
    failure(fn () => Webhook::verify($oldBody, $oldHeaders, $secret))->code,
    failure(fn () => Webhook::verify(str_replace(',', ', ', $body), $headers, $secret))->code,
    failure(fn () => Webhook::verify(json_decode($body, true), $headers, $secret))->code,
    failure(fn () => Webhook::verify($body, $headers, $key))->code,
    failure(fn () => Webhook::verify($body, [], $secret))->code,
];
echo json_encode($story);
