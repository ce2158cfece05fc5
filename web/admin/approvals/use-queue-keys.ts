import { useEffect } from 'react';
import { t } from '#contract/i18n/t.ts';

/** The single-key shortcuts of the queue. */
export const QUEUE_KEYS = {
  a: t('Approve'),
  d: t('Decline…'),
  j: t('Next listing'),
  k: t('Previous listing'),
};

const TYPING = 'input:not([type=checkbox]), textarea, select, dialog, [role=tab], [role=menu]';

/** Calls an action for its key, unless one types or another control has the key. Speech input may send keys, so they can be turned off (WCAG 2.1.4). */
export function useQueueKeys(enabled: boolean, actions: { [Key in keyof typeof QUEUE_KEYS]: () => void }) {
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, repeat } = event;
      if (ctrlKey || metaKey || altKey || event.defaultPrevented) return;
      if (target instanceof Element && target.closest(TYPING)) return;
      if (!Object.hasOwn(actions, key)) return;
      event.preventDefault();
      // A key that is held down decides once.
      if (!repeat || key === 'j' || key === 'k') actions[key as keyof typeof QUEUE_KEYS]();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
}
