<?php
namespace Cobro;

/** The client: one property per thing that a merchant works with. */
final class Cobro extends Resources
{
    private Sender $sender;

    /**
     * @param array{
     *   url: string,
     *   key: string,
     *   timeout?: float,
     *   total_timeout?: float,
     *   retries?: int,
     *   language?: 'es'|'en',
     *   on_try?: callable(array<string, mixed>): void
     * } $options `timeout` is for one try, `total_timeout` for all tries and the pauses between them, in seconds
     */
    public function __construct(array $options)
    {
        $this->sender = new Sender(new Settings($options));
        parent::__construct($this->sender);
    }

    /**
     * Says whether the key works, and in which mode.
     *
     * @param array<string, mixed> $options
     * @return array{type: string, livemode: bool}
     */
    public function checkKey(array $options = []): array
    {
        return $this->request('GET /v1/users/auth', [], [], null, $options);
    }

    /**
     * Any operation by its method and path, with retries and errors like all others.
     *
     * @param string[] $ids fill the places in the path, in order
     * @param array<string, mixed> $query
     * @param array<string, mixed>|null $body
     * @param array<string, mixed> $options
     * @return mixed
     */
    public function request(string $operation, array $ids = [], array $query = [], ?array $body = null, array $options = [])
    {
        return (new Resource($this->sender))->call($operation, $ids, $query, $body, $options);
    }

    /** Printing a client does not print its key. */
    public function __debugInfo(): array
    {
        return [];
    }
}
