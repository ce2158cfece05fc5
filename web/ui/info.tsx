import { Popover } from 'radix-ui';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/**
 * An explanation behind a small button, 44 px to the finger though it takes the room of an icon. Escape, or a touch
 * elsewhere, closes it and gives the focus back.
 * @param label what the button and the explanation are called: 'How views are counted'
 */
export function Info({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Popover.Root>
      <Popover.Trigger
        aria-label={label}
        className="no-print -m-2.5 grid size-11 shrink-0 place-items-center rounded-full text-muted hover:text-pacific"
      >
        <Icon name="info" className="size-5" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={label}
          sideOffset={2}
          collisionPadding={12}
          className="rise-in z-30 max-w-80 rounded-card border border-line-strong bg-card p-4 text-ink text-sm shadow-raised"
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
