<?php
namespace Cobro;

/** What a client is told, and the checks that a program should fail at when it starts, not when it sells. */
final class Settings
{
    /** Options of a call; all but the last four are also the client's. */
    public const OPTIONS = ['timeout', 'total_timeout', 'retries', 'language', 'key', 'idempotency_key', 'test_clock'];

    public string $url;
    /** @var array<string, mixed> what a call has unless it says otherwise */
    public array $usual;
    /** @var (callable(array<string, mixed>): void)|null */
    public $onTry;

    public function __construct(array $options)
    {
        $url = $options['url'] ?? '';
        if (!preg_match('#^https?://[^/\s]#', $url)) {
            throw new \InvalidArgumentException("Cobro: `url` must be the address of the service, such as https://pay.example.com; it is $url.");
        }
        $this->url = rtrim($url, '/');
        $this->onTry = $options['on_try'] ?? null;
        unset($options['url'], $options['on_try']);
        $this->usual = self::check($options + ['key' => '', 'timeout' => 20, 'total_timeout' => 60, 'retries' => 3, 'language' => null]);
    }

    /** @return array<string, mixed> of one call: its own, else the client's */
    public function of(array $options): array
    {
        return self::check($options + $this->usual);
    }

    private static function check(array $options): array
    {
        $unknown = array_diff(array_keys($options), self::OPTIONS);
        if ($unknown) {
            throw new \InvalidArgumentException('Cobro: there is no option ' . implode(', ', $unknown) . '. There are ' . implode(', ', self::OPTIONS) . '.');
        }
        if (!$options['key']) {
            throw new \InvalidArgumentException('Cobro: `key` is missing. Is the environment variable set that holds it?');
        }
        if (!preg_match('/^[\x21-\x39\x3b-\x7e]+$/D', $options['key'])) {
            throw new \InvalidArgumentException('Cobro: `key` has characters that no key has.');
        }
        if (!preg_match('/^[\x20-\x7e]{1,255}$/D', $options['idempotency_key'] ?? 'none')) {
            throw new \InvalidArgumentException('Cobro: `idempotency_key` must have 1 to 255 printable ASCII characters.');
        }
        return $options;
    }
}
