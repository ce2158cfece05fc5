import clsx from 'clsx';
import * as Toast from 'radix-ui/toast';
import { useLayoutEffect, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { buttonClass } from './button.tsx';
import { Icon } from './icon.tsx';
import type { CurrentToast } from './toast-message.ts';

const looks = {
  neutral: { icon: 'info', color: 'text-pacific' },
  success: { icon: 'circle-check', color: 'text-sage' },
  danger: { icon: 'circle-alert', color: 'text-danger' },
};

// A toast with an action stays longer, because the user has to read it, decide and reach the button.
const DURATION_MS = 5000;
const DURATION_WITH_ACTION_MS = 10_000;

/**
 * A toast, in a chunk of its own. Unless it stays, it closes after 5 seconds (10 with an action); and by a swipe of 50 px to the right, by Escape
 * and by its button.
 */
export default function ToastViewport({ toast, onClose }: { toast: CurrentToast; onClose: () => void }) {
  const { icon, color } = looks[toast.tone ?? 'neutral'];
  const { action } = toast;
  const [bottom, setBottom] = useState(0);
  useLayoutEffect(() => {
    if (!toast.open) return;
    setBottom(getBottomBarHeight());
    // A toast never moves down: a click on its button would miss it when the page with the bar is left.
    return watchBottomBars(() => setBottom((bottom) => Math.max(bottom, getBottomBarHeight())));
  }, [toast.open]);
  return (
    <Toast.Provider
      duration={toast.stays ? Infinity : action ? DURATION_WITH_ACTION_MS : DURATION_MS}
      swipeThreshold={50}
      swipeDirection="right"
      label={t('Notification')}
    >
      <Toast.Root
        key={toast.id}
        open={toast.open}
        onOpenChange={(open) => !open && onClose()}
        type={toast.tone === 'danger' ? 'foreground' : 'background'}
        className={clsx(
          'rise-in flex w-full items-start gap-3 rounded-card border border-line-strong bg-card p-4 pr-2 text-ink shadow-raised',
          'data-[swipe=move]:translate-x-[var(--radix-toast-swipe-move-x)] data-[swipe=cancel]:translate-x-0',
        )}
      >
        <Icon name={icon} className={clsx('mt-0.5 size-5 shrink-0', color)} />
        {/* The action is beside few words, and below many. */}
        <div className="flex min-w-0 grow flex-wrap items-start justify-between gap-x-3 gap-y-3">
          <div className="min-w-0">
            <Toast.Title className="font-semibold">{toast.title}</Toast.Title>
            {toast.description && <Toast.Description className="text-muted">{toast.description}</Toast.Description>}
          </div>
          {action && (
            <Toast.Action
              altText={action.altText}
              onClick={action.onClick}
              className={clsx(buttonClass({ variant: 'ghost', size: 'sm' }), '-my-2 -ml-3.5 shrink-0')}
            >
              {action.label}
            </Toast.Action>
          )}
        </div>
        <Toast.Close
          aria-label={t('Close')}
          className="-my-2 grid size-11 shrink-0 place-items-center rounded-field text-muted hover:text-ink"
        >
          <Icon name="x" className="size-5" />
        </Toast.Close>
      </Toast.Root>
      <Toast.Viewport
        label={t('Notifications (F8)')}
        style={{ bottom }}
        className="fixed right-0 z-40 w-full p-4 sm:max-w-110"
      />
    </Toast.Provider>
  );
}

// The space that a toast needs above a bar.
const TOAST_HEIGHT = 160;

/** How far the bars with actions (`data-bottom-bar`) reach up from the bottom of the window, one above the other. */
function getBottomBarHeight(): number {
  return [...document.querySelectorAll('[data-bottom-bar]')]
    .map((bar) => bar.getBoundingClientRect())
    .filter(({ height }) => height > 0)
    .sort((a, b) => b.bottom - a.bottom)
    .reduce(
      (covered, { top, bottom }) =>
        bottom > innerHeight - covered - TOAST_HEIGHT ? Math.max(covered, innerHeight - top) : covered,
      0,
    );
}

/** Calls `update` when bars may have appeared, moved or gone. Returns a function that ends this. */
function watchBottomBars(update: () => void): () => void {
  const observer = new MutationObserver(update);
  observer.observe(document.body, { childList: true, subtree: true });
  const moves = ['scroll', 'resize'] as const;
  for (const move of moves) addEventListener(move, update, { passive: true });
  return () => {
    observer.disconnect();
    for (const move of moves) removeEventListener(move, update);
  };
}
