import * as Popover from 'radix-ui/popover';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/**
 * A button that shows an explanation in a popover. The button looks like an icon and has a touch target of 44 px. Escape and a
 * click elsewhere close the popover and restore the focus.
 * @param label the accessible name of the button and of the popover: 'How views are counted'
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
