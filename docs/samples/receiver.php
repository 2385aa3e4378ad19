<?php
// A webhook receiver with nothing but PHP (8.1 or newer). On a web server it is one file; to try it out:
//   WEBHOOK_SECRET=whsec_… php -S 127.0.0.1:3000 receiver.php
// Optional: SEEN_DIR (./seen), API_KEY (sk_…) and API_URL to read the charge back before acting.
declare(strict_types=1);

const TOLERANCE_SECONDS = 300;

/** True when the notice is from Cobro, unchanged and recent. $body holds the bytes as they came. */
function isGenuine(string $body): bool
{
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    $key = base64_decode(preg_replace('/^whsec_/', '', (string) getenv('WEBHOOK_SECRET')));
    $wanted = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    // While a secret is rotated there are two signatures; one of them fits.
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $given) {
        if (hash_equals($wanted, $given)) {
            return true;
        }
    }
    return false;
}

/**
 * Does the work unless it was done before; what fails can be done again. A table with a unique column, written in the
 * transaction of the work, does the same and survives a crash in between.
 */
function once(string $name, callable $work): void
{
    $folder = getenv('SEEN_DIR') ?: './seen';
    if (!is_dir($folder)) {
        @mkdir($folder, 0700, true);
    }
    $path = $folder . '/' . hash('sha256', $name);
    $file = @fopen($path, 'x'); // fails when the file is there already, also among several processes
    if ($file === false) {
        if (file_exists($path)) {
            return;
        }
        throw new RuntimeException("$folder cannot be written");
    }
    fclose($file);
    try {
        $work();
    } catch (Throwable $problem) {
        unlink($path);
        throw $problem;
    }
}

/** Your shop's part. What it throws is tried again later. */
function handle(array $notice): void
{
    $charge = getenv('API_KEY') ? readBack($notice['id']) : $notice;
    $what = "{$charge['order_info']['order_id']} {$charge['id']}";
    // By the state, not by the type: every notice of a paid charge says that it is paid, and one of them is enough.
    if ($charge['paid']) {
        $acceptedAt = $charge['accepted_at'] ?? '';
        once("paid {$charge['id']} $acceptedAt", fn () => error_log("paid $what"));
    } elseif (in_array($charge['type'], ['charge.expired', 'charge.canceled'], true)) {
        error_log("released $what");
    }
    // Other types: nothing to do. New ones may come.
}

/** The charge as it is now, whatever the notice says. */
function readBack(string $id): array
{
    $url = getenv('API_URL') ?: 'http://127.0.0.1:8080';
    $token = base64_encode(getenv('API_KEY') . ':');
    $context = stream_context_create(['http' => ['header' => "Authorization: Basic $token", 'timeout' => 10]]);
    $reply = file_get_contents("$url/v1/charges/$id", false, $context);
    if ($reply === false) {
        throw new RuntimeException("GET /v1/charges/$id failed");
    }
    return json_decode($reply, true, 64, JSON_THROW_ON_ERROR);
}

function receive(): int
{
    if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
        return 405;
    }
    $body = (string) file_get_contents('php://input');
    if (!isGenuine($body)) {
        return 401;
    }
    try {
        // Done before: it is accepted all the same, or it would be sent again.
        once($_SERVER['HTTP_WEBHOOK_ID'], fn () => handle(json_decode($body, true, 64, JSON_THROW_ON_ERROR)));
        return 204;
    } catch (Throwable $problem) {
        error_log((string) $problem);
        return 500; // Cobro tries again
    }
}

http_response_code(receive());
