import { type ReactNode, useEffect, useId, useRef } from 'react';
import { t } from '#contract/i18n/t.ts';
import { Icon } from './icon.tsx';

/** The `ref` of the field that is focused when its dialog opens: React does not write the attribute to the DOM. */
export const setAutofocus = (field: HTMLElement | null) => field?.setAttribute('autofocus', '');

/**
 * A modal `<dialog>`: the browser traps the focus, makes the page inert and restores the focus. Escape, a click on the backdrop
 * and the close button call `onClose`. `actions` are the buttons, starting with the one that performs what the title says.
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes it by Escape.
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      // The `close` event is asynchronous: the dialog may have been opened again before it.
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
            aria-label={t('Close')}
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
