import clsx from 'clsx';
import { DropdownMenu } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { Icon } from './icon.tsx';

/** One thing in a menu: something to do, or somewhere to go. */
export type MenuItem = { label: string; icon: string; tone?: 'danger' } & ({ onSelect: () => void } | { href: string });

/**
 * What else can be done, behind a button of three dots. What is chosen is done after the menu has closed and its button
 * has the focus again: a dialog that it opens gives the focus back there.
 * @param label what the menu is about, for assistive technology
 */
export function Menu({ label, items, disabled }: { label: string; items: MenuItem[]; disabled?: boolean }) {
  const chosen = useRef<() => void>(undefined);
  const doChosen = () => {
    const act = chosen.current;
    chosen.current = undefined;
    if (act) queueMicrotask(act);
  };
  return (
    // What makes it modal also locks scrolling by an inline <style>, which the content security policy refuses.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label={label}
        disabled={disabled}
        className="grid size-11 shrink-0 place-items-center rounded-field text-pacific hover:bg-pacific-wash disabled:opacity-60"
      >
        <Icon name="ellipsis" className="size-5" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="end"
        sideOffset={4}
        collisionPadding={8}
        onCloseAutoFocus={doChosen}
        className="rise-in z-30 min-w-52 rounded-card border border-line bg-card p-1.5 text-ink shadow-raised"
      >
        {items.map((item) => (
          <MenuEntry key={item.label} item={item} onChoose={(act) => (chosen.current = act)} />
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

function MenuEntry({ item, onChoose }: { item: MenuItem; onChoose: (act: () => void) => void }) {
  const look = clsx(
    'flex min-h-11 cursor-pointer items-center gap-3 rounded-field px-3 font-semibold outline-none data-[highlighted]:bg-pacific-wash',
    item.tone === 'danger' && 'text-danger',
  );
  const content: ReactNode = (
    <>
      <Icon name={item.icon} className={clsx('size-5 shrink-0', item.tone !== 'danger' && 'text-pacific')} />
      {item.label}
    </>
  );
  if ('href' in item) {
    return (
      <DropdownMenu.Item asChild className={look}>
        <a href={item.href}>{content}</a>
      </DropdownMenu.Item>
    );
  }
  return (
    <DropdownMenu.Item onSelect={() => onChoose(item.onSelect)} className={look}>
      {content}
    </DropdownMenu.Item>
  );
}
