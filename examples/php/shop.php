<?php
// A shop with nothing but PHP (8.1 or newer): it sells, and ships when the webhook says that the order is paid.
// See ../README.md.
declare(strict_types=1);

const TOLERANCE_SECONDS = 300;

/** Cobro said no; the text is for people. */
final class Refused extends RuntimeException
{
}

function setting(string $name, string $usual = ''): string
{
    return getenv($name) ?: $usual;
}

function cobroUrl(): string
{
    return setting('COBRO_URL', 'http://127.0.0.1:8080');
}

/** One request to Cobro. The idempotency key makes it safe to send a POST again when no answer came. */
function call(string $method, string $path, ?array $body = null, ?string $idempotencyKey = null): array
{
    $headers = ['Authorization: Basic ' . base64_encode(setting('COBRO_KEY') . ':')];
    if ($method === 'POST') {
        $headers[] = 'Idempotency-Key: ' . ($idempotencyKey ?? bin2hex(random_bytes(16)));
    }
    $http = ['method' => $method, 'timeout' => 20, 'ignore_errors' => true, 'follow_location' => 0];
    if ($body !== null) {
        $headers[] = 'Content-Type: application/json';
        $http['content'] = json_encode($body, JSON_THROW_ON_ERROR);
    }
    $context = stream_context_create(['http' => $http + ['header' => $headers]]);
    foreach ([0.5, 2.0, null] as $seconds) {
        $reply = @file_get_contents(cobroUrl() . $path, false, $context);
        $status = $reply === false ? 0 : (int) explode(' ', $http_response_header[0])[1];
        if ($status >= 200 && $status < 300) {
            return json_decode($reply, true, 64, JSON_THROW_ON_ERROR);
        }
        if ($seconds === null || ($status > 0 && $status < 500 && $status !== 429)) {
            $refusal = json_decode((string) $reply, true);
            throw new Refused($refusal['message'] ?? "$method $path: HTTP $status");
        }
        usleep((int) ($seconds * 1e6));
    }
}

/** Registers our address once and keeps the secret. If we died in between, a rotation shows a new one. */
function webhookSecret(): string
{
    $file = setting('DATA', './shop-data') . '/webhook-secret';
    if (is_file($file)) {
        return (string) file_get_contents($file);
    }
    @mkdir(dirname($file), 0700, true);
    $shop = setting('SHOP_URL', 'http://' . $_SERVER['HTTP_HOST']);
    $endpoint = call('POST', '/v1/webhooks/stores', ['url' => "$shop/cobro"]);
    if (!isset($endpoint['secret'])) {
        $endpoint = call('POST', "/v1/webhooks/stores/{$endpoint['id']}/rotate");
    }
    file_put_contents("$file.new", $endpoint['secret']);
    chmod("$file.new", 0600);
    rename("$file.new", $file);
    return $endpoint['secret'];
}

function fileOf(string $what, string $cart): string
{
    return setting('DATA', './shop-data') . "/$what-" . rawurlencode($cart);
}

/** The number of the cart is the idempotency key: a second click gets the same order. */
function sell(array $form): string
{
    touch(fileOf('cart', $form['cart'])); // before the order, so that none is paid that we do not know
    $order = call('POST', '/v2/orders', [
        'product' => ['id' => $form['cart'], 'name' => 'Funda', 'price' => 150],
        'customer' => ['name' => $form['name'], 'email' => $form['email']],
        'payment' => new stdClass(),
    ], $form['cart']);
    return cobroUrl() . "/pay/{$order['id']}";
}

/** True when the webhook is from Cobro, unchanged and recent. $body holds the bytes as they came. */
function isGenuine(string $body): bool
{
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    $key = base64_decode(substr(webhookSecret(), strlen('whsec_')));
    $wanted = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    // While a secret is rotated there are two signatures; one of them fits.
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $given) {
        if (hash_equals($wanted, $given)) {
            return true;
        }
    }
    return false;
}

/** Ships a paid cart once: a file can be made only once, by however many of us. In your shop it is a unique row. */
function receive(array $webhook): void
{
    $cart = $webhook['order_info']['order_id'];
    if (!is_file(fileOf('cart', $cart))) {
        return; // not sold by us, or the test webhook
    }
    $charge = call('GET', '/v1/charges/' . rawurlencode($webhook['id'])); // as it is now
    if (!$charge['paid']) {
        return;
    }
    $file = fileOf('shipped', $cart);
    if (@fopen($file, 'x') !== false) {
        error_log("shipped $cart"); // here your warehouse hears of it
    } elseif (!is_file($file)) {
        throw new RuntimeException("$file cannot be written");
    }
}

function page(): void
{
    webhookSecret(); // PHP has no start, so the first visitor registers the shop
    $cart = bin2hex(random_bytes(16));
    header('Content-Type: text/html; charset=utf-8');
    echo <<<HTML
        <!doctype html><html lang="es"><meta charset="utf-8"><title>Tienda</title><h1>Funda, $150.00</h1>
        <form method="post" action="/buy"><input type="hidden" name="cart" value="$cart">
        <input name="name" placeholder="Nombre" required><input name="email" type="email" placeholder="Correo" required>
        <button>Comprar</button></form>
        HTML;
}

function answer(string $body): void
{
    $path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
    if ($_SERVER['REQUEST_METHOD'] === 'GET') {
        page();
    } elseif ($path === '/buy') {
        header('Location: ' . sell($_POST), true, 303);
    } elseif ($path !== '/cobro') {
        http_response_code(404);
    } elseif (!isGenuine($body)) {
        http_response_code(401);
    } else {
        receive(json_decode($body, true, 64, JSON_THROW_ON_ERROR));
        http_response_code(204);
    }
}

try {
    answer((string) file_get_contents('php://input'));
} catch (Throwable $problem) {
    error_log($problem->getMessage());
    http_response_code(500); // Cobro tries again
    echo $problem instanceof Refused ? $problem->getMessage() : '';
}
