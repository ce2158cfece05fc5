import type { KeyboardEvent } from 'react';

/** Moves between the rows of a tree by arrow keys, Home and End; left and right close and open the subcategories of a row. */
export function moveFocus(event: KeyboardEvent, list: HTMLElement): void {
  const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (ctrlKey || metaKey || altKey || shiftKey || !(target instanceof HTMLElement)) return;
  const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')];
  const current = rows.indexOf(target);
  if (current < 0) return;
  const toggle = target.parentElement?.querySelector<HTMLButtonElement>('[data-toggle]:enabled');
  const isOpen = toggle?.getAttribute('aria-expanded') === 'true';
  const focus = (index: number) => rows[Math.max(0, Math.min(rows.length - 1, index))]?.focus();
  const action = new Map([
    ['ArrowDown', () => focus(current + 1)],
    ['ArrowUp', () => focus(current - 1)],
    ['Home', () => focus(0)],
    ['End', () => focus(rows.length - 1)],
    ['ArrowRight', () => !isOpen && toggle?.click()],
    ['ArrowLeft', () => isOpen && toggle?.click()],
  ]).get(key);
  if (!action) return;
  event.preventDefault();
  action();
}

/** Goes from elsewhere to the first row of the tree. */
export const focusFirstRow = () => document.querySelector<HTMLElement>('[data-row]')?.focus();
