<?php
// What a call can fail with. Decide by the class or by `code`, which never changes; the texts may.
namespace Cobro;

/** Any failure of a call. Its message is for developers and says what to do. */
class CobroError extends \RuntimeException
{
    /** @var string the stable name of the refusal, such as `order_not_found` */
    public $code;
    /** A text to show to people, in Spanish, or in the language that the client or the call asks for. */
    public string $userMessage;
    /** The HTTP status; null when there was no answer. */
    public ?int $status;
    /** The number of the refusal, such as 5001. */
    public ?int $number;
    /** The first faulty field, as a dotted path. */
    public ?string $param;
    /** @var array<array{param: string, error: string, message: string}> every faulty field */
    public array $errors;
    /** Include it when you ask the service's operator about a failure. */
    public ?string $requestId;
    /** How long the service asks to wait. */
    public ?int $retryAfterSeconds;
    /** Whether the same call may succeed later. The client has already repeated it as often as it may. */
    public bool $isTemporary;
    /** How often the request was sent. */
    public int $tries = 1;

    public function __construct(string $message, string $code, array $details = [])
    {
        parent::__construct($message);
        $this->code = $code;
        $this->userMessage = $details['userMessage'] ?? 'No se pudo hablar con el servicio de pagos. Inténtalo de nuevo.';
        $this->status = $details['status'] ?? null;
        $this->number = $details['number'] ?? null;
        $this->param = $details['param'] ?? null;
        $this->errors = $details['errors'] ?? [];
        $this->requestId = $details['requestId'] ?? null;
        $this->retryAfterSeconds = $details['retryAfterSeconds'] ?? null;
        $this->isTemporary = $details['isTemporary'] ?? false;
    }

    /**
     * The error for an answer that is no success.
     *
     * @param array<string, string> $headers
     */
    public static function of(int $status, array $headers, string $text): self
    {
        $body = json_decode($text, true);
        if (!is_string($body['error'] ?? null) || !is_string($body['debug_message'] ?? null)) {
            return self::strange($status, $headers, $text);
        }
        $classes = [401 => AuthenticationError::class, 403 => PermissionError::class, 404 => NotFoundError::class];
        $classes += [409 => ConflictError::class, 429 => RateLimitError::class];
        $class = $classes[$status] ?? ($status >= 500 ? ServiceError::class : InvalidRequestError::class);
        $requestId = $headers['request-id'] ?? $body['request_id'] ?? null;
        $retryAfter = self::readRetryAfter($headers);
        // A 429 without Retry-After never ends: two messages per order are all there are. 409 is one request still running.
        $isTemporary = $status === 429
            ? $retryAfter !== null
            : $status === 408 || $status >= 500 || $body['error'] === 'idempotency_in_progress';
        return new $class("{$body['debug_message']} [{$body['error']}, HTTP $status, request $requestId]", $body['error'], [
            'userMessage' => $body['message'] ?? null,
            'number' => $body['code'] ?? null,
            'param' => $body['param'] ?? null,
            'errors' => $body['errors'] ?? [],
            'status' => $status,
            'requestId' => $requestId,
            'retryAfterSeconds' => $retryAfter,
            'isTemporary' => $isTemporary,
        ]);
    }

    /** An answer that some proxy gave, or a server that is not Cobro. */
    public static function strange(int $status, array $headers, string $text): self
    {
        $location = $headers['location'] ?? null;
        $what = $location === null
            ? 'It begins with: ' . json_encode(substr($text, 0, 80), JSON_INVALID_UTF8_SUBSTITUTE) . '. Is `url` the address of a Cobro service, and what stands in between?'
            : "It leads to $location. Redirects are not followed: use that address as `url`.";
        return new ServiceError("The answer, HTTP $status, is not one of Cobro. $what", $location === null ? 'unexpected_reply' : 'redirected', [
            'status' => $status,
            'requestId' => $headers['request-id'] ?? null,
            'retryAfterSeconds' => self::readRetryAfter($headers),
            'isTemporary' => in_array($status, [408, 429], true) || $status >= 500,
        ]);
    }

    /** Seconds, or a date. */
    private static function readRetryAfter(array $headers): ?int
    {
        $text = $headers['retry-after'] ?? '';
        if (ctype_digit($text)) {
            return (int) $text;
        }
        $at = $text === '' ? false : strtotime($text);
        return $at === false ? null : max(0, $at - time());
    }
}

/** 400, 413, 415 …: the request itself is wrong; `errors` says where. */
class InvalidRequestError extends CobroError {}
/** 401: the key is missing, unknown or revoked. */
class AuthenticationError extends CobroError {}
/** 403: the key may not do this. */
class PermissionError extends CobroError {}
/** 404: it is not there, or belongs to another account or mode. */
class NotFoundError extends CobroError {}
/** 409: it does not fit the state that things are in. */
class ConflictError extends CobroError {}
/** 429: too many requests. */
class RateLimitError extends CobroError {}
/** 5xx, and answers that are not from Cobro. */
class ServiceError extends CobroError {}
/** There was no answer: the name is unknown, the connection was refused or broke. */
class ConnectionError extends CobroError {}
/** There was no answer in time. */
class TimeoutError extends ConnectionError {}
