import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { CurrentToast, ToastMessage } from './toast-message.ts';

const loadViewport = () => import('./toast-viewport.tsx');
const ToastViewport = lazy(loadViewport);

let currentToast: CurrentToast | undefined;
const listeners = new Set<() => void>();

/** Shows a toast, in place of the one shown before: at most one is visible. Callable from anywhere in the browser. */
export function toast(message: ToastMessage): void {
  show({ ...message, id: (currentToast?.id ?? 0) + 1, open: true });
}

/** Loads the toast component ahead, so that a toast can report a lost connection. */
export function preloadToasts(): void {
  // The first toast loads it again.
  loadViewport().catch(() => {});
}

/** The place of the toasts, once in the layout. Loads the toast component with the first toast. */
export function ToastOutlet() {
  const current = useSyncExternalStore(
    subscribe,
    () => currentToast,
    () => undefined,
  );
  if (!current) return null;
  return (
    <Suspense fallback={null}>
      <ToastViewport toast={current} onClose={() => close(current.id)} />
    </Suspense>
  );
}

function close(id: number): void {
  if (currentToast?.id === id) show({ ...currentToast, open: false });
}

function show(next: CurrentToast): void {
  currentToast = next;
  for (const notify of listeners) notify();
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}
