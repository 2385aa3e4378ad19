<?php
namespace Cobro;

/** A webhook that must not be believed. Answer 401; its message says what went wrong and what to do. */
final class WebhookError extends \RuntimeException
{
    /** @var string */
    public $code;

    public function __construct(string $code, string $message)
    {
        parent::__construct($message);
        $this->code = $code;
    }
}

/** A webhook that was verified. When that fails, it finds out which of the usual mistakes it was. */
final class Webhook
{
    /** The id of the event. Handle each id once. */
    public string $id;
    /** When this attempt was sent, in epoch seconds. */
    public int $timestamp;
    /** The number of the event within its order: 1, 2, 3 … */
    public ?int $sequence;
    public string $type;
    /** @var array<string, mixed> the charge as it was at the moment of the event */
    public array $data;

    private function __construct(string $id, int $timestamp, ?int $sequence, array $data)
    {
        $this->id = $id;
        $this->timestamp = $timestamp;
        $this->sequence = $sequence;
        $this->type = $data['type'] ?? '';
        $this->data = $data;
    }

    /**
     * @param mixed $body the bytes as they came: `file_get_contents('php://input')`
     * @param array<string, mixed> $headers `getallheaders()`, or `$_SERVER`, or those of a framework
     * @param string|string[] $secrets one of them must fit: give both while you rotate
     * @param array{tolerance?: int, now?: int} $options how many seconds its time may be from your clock: 300 unless given
     */
    public static function verify($body, array $headers, $secrets, array $options = []): self
    {
        self::checkBody($body);
        $id = self::header($headers, 'webhook-id');
        $timestamp = self::header($headers, 'webhook-timestamp');
        preg_match_all('#(?:^| )v1,([A-Za-z0-9+/]{43}=)(?= |$)#', self::header($headers, 'webhook-signature'), $found);
        if ($found[1] === []) {
            throw new WebhookError('header_malformed', 'webhook-signature must be v1, and 44 characters of base64.');
        }
        if (!preg_match('/^[0-9]{1,11}$/D', $timestamp)) {
            throw new WebhookError('header_malformed', "webhook-timestamp must be epoch seconds; it is $timestamp.");
        }
        $keys = self::readSecrets($secrets);
        $fits = function (string $content) use ($keys, $id, $timestamp, $found): bool {
            foreach ($keys as $key) {
                foreach ($found[1] as $signature) {
                    if (hash_equals(self::signature($key, $id, $timestamp, $content), $signature)) {
                        return true;
                    }
                }
            }
            return false;
        };
        if (!$fits($body)) {
            throw self::explain($body, $fits);
        }
        self::checkTime((int) $timestamp, $options['tolerance'] ?? 300, $options['now'] ?? time());
        $data = json_decode($body, true);
        if (!is_array($data)) {
            throw new WebhookError('body_not_json', 'The body is signed, but it is no JSON.');
        }
        $sequence = self::find($headers, 'webhook-sequence');
        return new self($id, (int) $timestamp, $sequence === null ? null : (int) $sequence, $data);
    }

    /**
     * Signs a webhook as the service does, for the tests of your receiver.
     *
     * @param string|array<string, mixed> $body
     * @param string|string[] $secrets
     * @param array{id?: string, timestamp?: int, sequence?: int} $options
     * @return array{string, array<string, string>} the body and its headers
     */
    public static function sign($body, $secrets, array $options = []): array
    {
        $text = is_string($body) ? $body : self::writeJson($body);
        $id = $options['id'] ?? 'evt_019a7c00-0000-7000-8000-000000000001_1';
        $timestamp = (string) ($options['timestamp'] ?? time());
        $signatures = array_map(fn ($key) => 'v1,' . self::signature($key, $id, $timestamp, $text), self::readSecrets($secrets));
        return [$text, [
            'content-type' => 'application/json; charset=utf-8',
            'webhook-id' => $id,
            'webhook-timestamp' => $timestamp,
            'webhook-signature' => implode(' ', $signatures),
            'webhook-sequence' => (string) ($options['sequence'] ?? 1),
        ]];
    }

    /** As in Standard Webhooks: HMAC-SHA256 over id, timestamp and body. */
    private static function signature(string $key, string $id, string $timestamp, string $body): string
    {
        return base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    }

    /** @param mixed $body */
    private static function checkBody($body): void
    {
        if (is_array($body) || is_object($body)) {
            throw new WebhookError('body_parsed', "The body was parsed before. The signature is over the bytes as they came: file_get_contents('php://input'), or \$request->getContent() in Laravel and Symfony.");
        }
        if (!is_string($body) || $body === '') {
            throw new WebhookError('body_missing', 'The body is empty. Has something else read it before?');
        }
    }

    /** @param string|string[] $secrets */
    private static function readSecrets($secrets): array
    {
        $given = array_filter(array_map('trim', (array) $secrets));
        if ($given === []) {
            throw new WebhookError('secret_missing', 'There is no secret. Is the environment variable set that holds it?');
        }
        return array_map(function (string $secret): string {
            $bytes = preg_match('#^whsec_([A-Za-z0-9+/]+={0,2})$#D', $secret, $found) ? base64_decode($found[1], true) : false;
            if ($bytes !== false) {
                return $bytes;
            }
            throw new WebhookError('secret_malformed', 'A secret is malformed. ' . (preg_match('/^[sp]k_/', $secret)
                ? 'This is a key of the API; the secret of an endpoint begins with whsec_.'
                : 'It is whsec_ and base64; this one was cut or changed when it was copied.'));
        }, array_values($given));
    }

    private static function checkTime(int $timestamp, int $tolerance, int $now): void
    {
        $age = $now - $timestamp;
        if ($age > $tolerance) {
            throw new WebhookError('too_old', "It was sent $age s ago, more than $tolerance s. It may be a recording that somebody sends again, or your clock is fast.");
        }
        if (-$age > $tolerance) {
            throw new WebhookError('too_new', 'It was sent ' . -$age . ' s in the future. Is your clock slow?');
        }
    }

    /** Undoes what frameworks do to a body. If the signature fits then, that is the reason; else the secret is wrong. */
    private static function explain(string $body, callable $fits): WebhookError
    {
        $forms = [
            'a byte order mark was added' => preg_replace('/^\xEF\xBB\xBF/', '', $body),
            'white space was added around it' => trim($body),
            'its line ends were changed' => str_replace("\r\n", "\n", $body),
            'it was parsed and written again' => self::writeJson(json_decode($body)),
        ];
        foreach ($forms as $what => $before) {
            if ($before !== $body && $fits($before)) {
                return new WebhookError('body_changed', "The body was changed: $what. Verify the bytes as they came.");
            }
        }
        return new WebhookError('wrong_signature', 'The signature does not fit. Either the secret is of another endpoint, of the other mode or from before a rotation, or the webhook is not from Cobro.');
    }

    /** @param mixed $value */
    private static function writeJson($value): string
    {
        return (string) json_encode($value, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
    }

    private static function header(array $headers, string $name): string
    {
        $value = self::find($headers, $name);
        if ($value) {
            return $value;
        }
        throw new WebhookError('header_missing', "The header $name is missing. Is this a webhook of Cobro, and does a proxy or your framework drop the header?");
    }

    /** `Webhook-Id`, `webhook-id`, or `HTTP_WEBHOOK_ID` as in `$_SERVER`; frameworks give lists of values. */
    private static function find(array $headers, string $name): ?string
    {
        foreach ($headers as $given => $value) {
            if (in_array(strtr(strtolower((string) $given), '_', '-'), [$name, "http-$name"], true)) {
                return is_array($value) ? (string) reset($value) : (string) $value;
            }
        }
        return null;
    }
}
