<?php
namespace Cobro;

/**
 * A list: in a foreach it is every item of every page. It asks for nothing before.
 *
 * @template Item
 * @implements \IteratorAggregate<int, Item>
 */
final class Listing implements \IteratorAggregate
{
    /** @var callable(?string): array */
    private $read;

    public function __construct(callable $read)
    {
        $this->read = $read;
    }

    /**
     * The first page alone.
     *
     * @return array{data: list<Item>, has_more: bool, next_cursor: string|null}
     */
    public function page(): array
    {
        return ($this->read)(null);
    }

    /**
     * Page after page, for programs that keep the cursor.
     *
     * @return \Generator<int, array{data: list<Item>, has_more: bool, next_cursor: string|null}>
     */
    public function pages(): \Generator
    {
        $cursor = null;
        do {
            $page = ($this->read)($cursor);
            yield $page;
            $cursor = $page['has_more'] ? $page['next_cursor'] : null;
        } while ($cursor !== null);
    }

    /** @return \Generator<int, Item> */
    public function getIterator(): \Generator
    {
        foreach ($this->pages() as $page) {
            foreach ($page['data'] as $item) {
                yield $item;
            }
        }
    }
}
