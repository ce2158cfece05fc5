import { useEffect, useRef } from 'react';
import { t } from '#contract/i18n/t.ts';

/** The keys of the desk of a listing, and what they do. */
export const DESK_KEYS = { e: t('Edit'), h: t('Hide or show'), m: t('Merge'), Escape: t('Back') };

interface DeskKeyActions {
  edit?: () => unknown;
  toggle?: () => unknown;
  merge?: () => unknown;
  back: () => unknown;
}

const NAMES: Record<string, keyof DeskKeyActions> = { e: 'edit', h: 'toggle', m: 'merge', Escape: 'back' };

const TYPING = 'input, textarea, select, dialog, [role=menu], [contenteditable]';

/** Calls the action of a key, unless one types, a dialog is open, or the key was handled by what has the focus. */
export function useDeskKeys(enabled: boolean, actions: DeskKeyActions) {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || event.defaultPrevented || document.querySelector('dialog[open]')) return;
      if (target instanceof Element && target.closest(TYPING)) return;
      const name = Object.hasOwn(NAMES, key) ? NAMES[key] : undefined;
      const action = name && latest.current[name];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [enabled]);
}
