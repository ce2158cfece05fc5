import { type MouseEvent, type ReactNode, useId } from 'react';
import { t } from '#contract/i18n/t.ts';
import { Disclosure } from './disclosure.tsx';

/** A link of a list; `current` marks the current page, `note` is at the end of the line. */
type LinkListItem = { label: string; href: string; current?: boolean; note?: ReactNode };

/**
 * A titled list of links beside the content of a page; below 1024 px a dropdown labelled with the current page. It works without
 * JavaScript.
 */
export function LinkList({ title, items }: { title: string; items: LinkListItem[] }) {
  const titleId = useId();
  const current = items.find((item) => item.current);
  return (
    <nav aria-labelledby={titleId}>
      <h2
        id={titleId}
        className="mb-2 font-semibold font-sans text-sm tracking-normal lg:mb-1 lg:border-t lg:pt-4 lg:font-bold lg:text-lg"
      >
        {title}
      </h2>
      <Disclosure summary={current?.label ?? t('Choose')} className="lg:hidden">
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

/** A client-side navigation would leave the `<details>` element open. */
function closeDropdown(event: MouseEvent): void {
  event.currentTarget.closest('details')?.removeAttribute('open');
}
