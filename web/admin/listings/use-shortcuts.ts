import { type RefObject, useEffect } from 'react';
import { t } from '#contract/i18n/t.ts';

/** The single-key shortcuts of the table. */
export const SHORTCUTS = {
  j: t('Next listing'),
  k: t('Previous listing'),
  Enter: t('Open the listing'),
  x: t('Select the listing, or not'),
  X: t('Select all from the last one to this one'),
  '/': t('Search by words'),
  '?': t('Show these keys'),
};

const TYPING = 'input:not([type=checkbox]), textarea, select, dialog, [role=tab], [role=menu]';

/**
 * Moves among the rows of a table, each of which has a checkbox, by single keys, unless one types elsewhere. They can be turned off,
 * because speech input may send them (WCAG 2.1.4).
 */
export function useShortcuts(
  enabled: boolean,
  table: RefObject<HTMLElement | null>,
  { focusWords, open, showKeys }: { focusWords: () => void; open: (id: number) => void; showKeys: () => void },
) {
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || event.defaultPrevented) return;
      if (target instanceof Element && target.closest(TYPING)) return;
      const boxes = [...(table.current?.querySelectorAll<HTMLInputElement>('input[type=checkbox][value]') ?? [])];
      const current = boxes.indexOf(document.activeElement as HTMLInputElement);
      const focus = (index: number) => boxes[Math.max(0, Math.min(boxes.length - 1, index))]?.focus();
      const box = boxes[current];
      const actions = new Map<string, () => void>([
        ['j', () => focus(current + 1)],
        ['k', () => focus(current - 1)],
        ['/', focusWords],
        ['?', showKeys],
      ]);
      if (box) {
        const clickWithShift = () => box.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: true }));
        actions
          .set('x', () => box.click())
          .set('X', clickWithShift)
          .set('Enter', () => open(Number(box.value)));
      }
      const action = actions.get(key);
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
}
