import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Icon } from './icon.tsx';

/**
 * A modal dialog on the browser's own `<dialog>`, which keeps the focus inside, makes the page behind it inert and gives
 * the focus back. Escape, a click beside it and its close button call `onClose`. Buttons go into `actions`, the one that
 * does what the title says first.
 */
export function Dialog({
  open,
  onClose,
  title,
  children,
  actions,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  actions?: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way, and the browser's own.
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      // The browser tells of a closing only later: by then it may have been opened again.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => event.currentTarget.open || onClose()}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
      className="rise-in m-auto w-[calc(100%-2rem)] max-w-130 rounded-card border border-line bg-card text-ink shadow-raised backdrop:bg-[#0e1a2099]"
    >
      <div className="grid gap-4 p-5 sm:p-6">
        <div className="flex items-start justify-between gap-4">
          <h2 id={titleId} className="text-xl">
            {title}
          </h2>
          <button
            type="button"
            aria-label="Close"
            onClick={() => dialog.current?.close()}
            className="-m-2.5 grid size-11 shrink-0 place-items-center rounded-field text-muted hover:text-ink"
          >
            <Icon name="x" className="size-5" />
          </button>
        </div>
        <div>{children}</div>
        {actions && <div className="flex flex-row-reverse flex-wrap gap-3">{actions}</div>}
      </div>
    </dialog>
  );
}
