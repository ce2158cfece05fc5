import clsx from 'clsx';
import * as DropdownMenu from 'radix-ui/dropdown-menu';
import { type ReactNode, useRef } from 'react';
import { Icon } from './icon.tsx';

/** An item of a menu: an action or a link. */
export type MenuItem = { label: string; icon: string; tone?: 'danger' } & ({ onSelect: () => void } | { href: string });

/**
 * A button with three dots that opens a menu. The selected action runs after the menu is closed and its button is focused again,
 * so that a dialog opened by the action restores the focus to the button.
 * @param label the subject of the menu, for assistive technology
 */
export function Menu({ label, items, disabled }: { label: string; items: MenuItem[]; disabled?: boolean }) {
  const selectedAction = useRef<() => void>(undefined);
  const runSelectedAction = () => {
    const action = selectedAction.current;
    selectedAction.current = undefined;
    if (action) queueMicrotask(action);
  };
  return (
    // A modal menu locks scrolling with an inline <style>, which the content security policy blocks.
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
        onCloseAutoFocus={runSelectedAction}
        className="rise-in z-30 min-w-52 rounded-card border border-line bg-card p-1.5 text-ink shadow-raised"
      >
        {items.map((item) => (
          <MenuEntry key={item.label} item={item} onSelect={(action) => (selectedAction.current = action)} />
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

function MenuEntry({ item, onSelect }: { item: MenuItem; onSelect: (action: () => void) => void }) {
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
    <DropdownMenu.Item onSelect={() => onSelect(item.onSelect)} className={look}>
      {content}
    </DropdownMenu.Item>
  );
}
