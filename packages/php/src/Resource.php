<?php
namespace Cobro;

/** What the generated resources are made with: calls and lists. */
class Resource
{
    private Sender $sender;

    public function __construct(Sender $sender)
    {
        $this->sender = $sender;
    }

    /**
     * @internal
     * @return mixed
     */
    public function call(string $operation, array $ids, array $query, ?array $body, array $options)
    {
        $answer = $this->sender->send($operation, $ids, $query, $body, $options);
        // Accounts with an orders envelope get their record inside `data`.
        return isset($answer['request'], $answer['data']) ? $answer['data'] : $answer;
    }

    protected function listing(string $operation, array $ids, array $query, array $options): Listing
    {
        // Events call their cursor `after`.
        $parameter = $operation === 'GET /v1/events' ? 'after' : 'cursor';
        return new Listing(function (?string $cursor) use ($operation, $ids, $query, $options, $parameter) {
            $wanted = $cursor === null ? $query : [$parameter => $cursor] + $query;
            return $this->sender->send($operation, $ids, $wanted, null, $options);
        });
    }
}
