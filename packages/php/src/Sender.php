<?php
namespace Cobro;

/**
 * Sends one call, as often as it takes: network errors, 429 and 5xx are tried again with growing pauses. Every POST has an
 * Idempotency-Key, the same in all tries, so that sending it twice does nothing twice. It needs no extension but OpenSSL.
 */
final class Sender
{
    private const FIRST_PAUSE = 0.5;
    private const LONGEST_PAUSE = 8.0;

    private Settings $settings;

    public function __construct(Settings $settings)
    {
        $this->settings = $settings;
    }

    /**
     * @param string[] $ids
     * @return mixed
     */
    public function send(string $operation, array $ids, array $query, ?array $body, array $options)
    {
        $options = $this->settings->of($options);
        [$url, $request] = $this->write($operation, $ids, $query, $body, $options);
        // A call that waits for events may take that much longer.
        $wait = $query['wait'] ?? 0;
        $deadline = microtime(true) + $options['total_timeout'] + $wait;
        for ($number = 1; ; $number++) {
            $started = microtime(true);
            $answer = $this->try($url, $request, min($options['timeout'] + $wait, $deadline - $started));
            $now = microtime(true);
            $error = $answer instanceof CobroError ? $answer : null;
            $isLast = $error === null || $number > $options['retries'];
            $pause = $isLast ? null : self::pauseBefore($number, $error, $deadline - $now);
            if ($this->settings->onTry !== null) {
                ($this->settings->onTry)([
                    'operation' => $operation,
                    'number' => $number,
                    'status' => $error === null ? $answer['status'] : $error->status,
                    'request_id' => $error === null ? $answer['request_id'] : $error->requestId,
                    'seconds' => $now - $started,
                    'retry_in' => $pause,
                ]);
            }
            if ($error === null) {
                return $answer['value'];
            }
            if ($pause === null) {
                $error->tries = $number;
                throw $error;
            }
            usleep((int) ($pause * 1e6));
        }
    }

    /** @return array{string, array<string, mixed>} the address, and what PHP's own HTTP is told */
    private function write(string $operation, array $ids, array $query, ?array $body, array $options): array
    {
        [$method, $template] = explode(' ', $operation);
        $headers = [
            'Accept: application/json',
            'Authorization: Basic ' . base64_encode("{$options['key']}:"),
            'User-Agent: cobro-php/' . VERSION,
            'Connection: close',
        ];
        foreach (['language' => 'Accept-Language', 'test_clock' => 'Test-Clock'] as $option => $header) {
            if (isset($options[$option])) {
                $headers[] = "$header: {$options[$option]}";
            }
        }
        if ($method === 'POST') {
            $headers[] = 'Idempotency-Key: ' . ($options['idempotency_key'] ?? bin2hex(random_bytes(16)));
        }
        // A redirect would turn a POST into a GET, or send the key to another server.
        $request = ['method' => $method, 'protocol_version' => 1.1, 'ignore_errors' => true, 'follow_location' => 0];
        if ($body !== null) {
            $headers[] = 'Content-Type: application/json';
            $request['content'] = json_encode(self::withObjects($body), JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
        }
        return [$this->settings->url . self::fillPath($template, $ids) . self::writeQuery($query), $request + ['header' => $headers]];
    }

    /**
     * PHP writes an empty array as a list, and no request has an empty list.
     *
     * @return array<mixed>|\stdClass
     */
    private static function withObjects(array $body)
    {
        return $body === []
            ? new \stdClass()
            : array_map(fn ($value) => is_array($value) ? self::withObjects($value) : $value, $body);
    }

    /** @return array{value: mixed, status: int, request_id: string|null}|CobroError */
    private function try(string $url, array $request, float $timeout)
    {
        $started = microtime(true);
        error_clear_last();
        $context = stream_context_create(['http' => $request + ['timeout' => $timeout]]);
        $stream = @fopen($url, 'rb', false, $context);
        $text = $stream === false ? false : stream_get_contents($stream);
        $about = $stream === false ? [] : stream_get_meta_data($stream);
        if ($stream !== false) {
            fclose($stream);
        }
        if ($text === false || $about['timed_out']) {
            return self::notReached($url, $timeout, microtime(true) - $started);
        }
        [$status, $headers] = self::readHeaders($about['wrapper_data']);
        if ($status < 200 || $status > 299) {
            return CobroError::of($status, $headers, $text);
        }
        $value = json_decode($text, true);
        return $value === null
            ? CobroError::strange($status, $headers, $text)
            : ['value' => $value, 'status' => $status, 'request_id' => $headers['request-id'] ?? null];
    }

    private static function notReached(string $url, float $timeout, float $seconds): ConnectionError
    {
        $where = preg_replace('#^(https?://[^/]+).*#', '$1', $url);
        if ($seconds >= $timeout) {
            return new TimeoutError(sprintf('%s gave no answer within %g s.', $where, $timeout), 'timeout', ['isTemporary' => true]);
        }
        $reason = preg_replace('/^.*(Failed to open stream: )/i', '', error_get_last()['message'] ?? 'the connection broke');
        return new ConnectionError("$where cannot be reached: $reason. Is `url` right, and does the service run?", 'not_reached', ['isTemporary' => true]);
    }

    /** @return array{int, array<string, string>} */
    private static function readHeaders(array $lines): array
    {
        $status = 0;
        $headers = [];
        foreach ($lines as $line) {
            if (preg_match('#^HTTP/\S+ (\d+)#', $line, $found)) {
                $status = (int) $found[1];
            } else {
                [$name, $value] = explode(':', $line, 2) + [1 => ''];
                $headers[strtolower($name)] = trim($value);
            }
        }
        return [$status, $headers];
    }

    /**
     * Null when another try cannot help or would come too late. Pauses double, and chance takes up to half of each away, so
     * that clients that failed together do not come back together. The service's own wish is a lower bound.
     */
    private static function pauseBefore(int $tries, CobroError $error, float $left): ?float
    {
        if (!$error->isTemporary) {
            return null;
        }
        $chance = mt_rand() / mt_getrandmax();
        $pause = $error->retryAfterSeconds === null
            ? min(self::LONGEST_PAUSE, self::FIRST_PAUSE * 2 ** ($tries - 1)) * (1 - $chance / 2)
            : $error->retryAfterSeconds + self::FIRST_PAUSE / 2 * $chance;
        return $pause < $left ? $pause : null;
    }

    /** An id is one segment of the path: an empty one would ask for the list, and dots for another path. */
    private static function fillPath(string $template, array $ids): string
    {
        return preg_replace_callback('/\{\w+\}/', function () use (&$ids) {
            $id = array_shift($ids);
            if (!is_string($id) || preg_match('/^\.{0,2}$/D', $id)) {
                throw new \InvalidArgumentException('Cobro: ' . json_encode($id) . ' is no id.');
            }
            return rawurlencode($id);
        }, $template);
    }

    private static function writeQuery(array $query): string
    {
        $text = http_build_query($query, '', '&', PHP_QUERY_RFC3986);
        return $text === '' ? '' : "?$text";
    }
}
