import { type MouseEvent, type ReactNode, useId } from 'react';
import { Disclosure } from './disclosure.tsx';

/** One entry of a list of links; `current` marks the page one is on, `note` stands at the end of its line. */
type LinkListItem = { label: string; href: string; current?: boolean; note?: ReactNode };

/**
 * Links of one kind beside a page: a titled list from 1024 px on, below that a dropdown that shows where one is. Works
 * without JavaScript.
 */
export function LinkList({ title, items }: { title: string; items: LinkListItem[] }) {
  const titleId = useId();
  const current = items.find((item) => item.current);
  return (
    <nav aria-labelledby={titleId}>
      <h2
        id={titleId}
        className="mb-2 font-semibold font-sans text-sm tracking-normal lg:rule-double lg:mb-1 lg:pt-4 lg:font-bold lg:font-heading lg:text-lg"
      >
        {title}
      </h2>
      <Disclosure summary={current?.label ?? 'Choose'} className="lg:hidden">
        <Links items={items} onClick={closeDropdown} />
      </Disclosure>
      <div className="hidden lg:block">
        <Links items={items} />
      </div>
    </nav>
  );
}

function Links({ items, onClick }: { items: LinkListItem[]; onClick?: (event: MouseEvent) => void }) {
  return (
    <ul className="divide-y divide-line">
      {items.map(({ label, href, current, note }) => (
        <li key={href}>
          <a
            href={href}
            aria-current={current ? 'page' : undefined}
            onClick={onClick}
            className="flex min-h-11 items-center justify-between gap-3 py-1.5 hover:text-pacific aria-[current]:font-semibold aria-[current]:text-poppy-text"
          >
            {label}
            {note !== undefined && <span className="font-normal text-muted text-sm tabular-nums">{note}</span>}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** A client navigation keeps the page's elements, an open `<details>` among them. */
function closeDropdown(event: MouseEvent): void {
  event.currentTarget.closest('details')?.removeAttribute('open');
}
