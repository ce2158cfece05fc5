import { lazy, Suspense, useSyncExternalStore } from 'react';

/** What a toast says. `danger` is announced at once, the other tones when the reader pauses. */
export type ToastMessage = {
  title: string;
  description?: string;
  tone?: 'neutral' | 'success' | 'danger';
  /** A button such as 'Undo'; `altText` describes another way, for users who cannot reach the button in time. */
  action?: { label: string; altText: string; onClick: () => void };
};

/** The newest toast; `open` turns false when it was closed, swiped away, acted on or has been seen long enough. */
export type CurrentToast = ToastMessage & { id: number; open: boolean };

const loadViewport = () => import('./toast-viewport.tsx');
const ToastViewport = lazy(loadViewport);

let currentToast: CurrentToast | undefined;
const listeners = new Set<() => void>();

/** Shows a toast, in place of the one shown before: at most one is visible. Callable from anywhere in the browser. */
export function toast(message: ToastMessage): void {
  show({ ...message, id: (currentToast?.id ?? 0) + 1, open: true });
}

/** Loads what shows toasts, so that they can still tell that the connection is gone. */
export function preloadToasts(): void {
  loadViewport().catch(() => {});
}

/** Where toasts appear. Once in the layout; loads nothing until the first toast. */
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
