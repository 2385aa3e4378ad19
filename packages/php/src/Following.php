<?php
namespace Cobro;

/** Waits for events: a program without a public address can live by them alone. */
class Following extends Resource
{
    private const WAIT_SECONDS = 30;
    private const PAUSE_SECONDS = 5;

    /**
     * Every event after a cursor or the id of an event, and then each new one as it happens, without an end.
     *
     * @return \Generator<int, array<string, mixed>>
     */
    public function follow(?string $after = null, array $options = []): \Generator
    {
        for (;;) {
            try {
                $query = ['after' => $after, 'wait' => self::WAIT_SECONDS, 'limit' => 100];
                $page = $this->listing('GET /v1/events', [], $query, $options)->page();
            } catch (CobroError $error) {
                if (!$error->isTemporary) {
                    throw $error;
                }
                sleep(self::PAUSE_SECONDS);
                continue;
            }
            foreach ($page['data'] as $event) {
                yield $event;
            }
            $after = $page['next_cursor'] ?? $after;
        }
    }
}
