// The tabs of a page, or the switch in its head.
import type { Tone } from './parts.js';

/** `tone`: of the count, if somebody should look. */
type TabCount = { readonly count?: string; readonly tone?: Tone };
export type Tab = TabCount & { readonly name: string; readonly href: string; readonly isHere: boolean };
type TabsProps = {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly look?: 'switch' | 'tabs' | undefined;
};

/** A `switch` is small and stands in the head of a page: all of the page is of one of two. */
export function Tabs({ label, tabs, look = 'tabs' }: TabsProps) {
  return (
    <nav class={look} aria-label={label}>
      <ul>
        {tabs.map(({ name, href, isHere, count, tone = 'off' }) => (
          <li key={href}>
            <a href={href} aria-current={isHere ? 'page' : undefined}>
              {name}
              {count !== undefined && <span class={`count ${tone}`}>{count}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
