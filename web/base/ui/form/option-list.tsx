import clsx from 'clsx';
import { type ReactNode, useEffect } from 'react';
import { Icon } from '#web/base/ui/icon.tsx';
import type { Option } from './match-options.ts';
import { type OptionListState, optionId } from './use-option-list.ts';

/** The list below its input, above the content that follows. */
export function OptionList({ list, label, children }: { list: OptionListState; label: string; children: ReactNode }) {
  // On a phone the keyboard covers half of the page, so the field is scrolled to the top; elsewhere the list is scrolled into view.
  useEffect(() => {
    const onPhone = matchMedia('(pointer: coarse)').matches;
    if (onPhone) document.querySelector(`[aria-controls="${list.id}"]`)?.scrollIntoView({ block: 'start' });
    else document.getElementById(list.id)?.scrollIntoView({ block: 'nearest' });
  }, [list.id]);
  useEffect(() => {
    document.getElementById(optionId(list.id, list.active))?.scrollIntoView({ block: 'nearest' });
  }, [list.id, list.active]);
  return (
    <OptionPopup>
      <div
        id={list.id}
        role="listbox"
        aria-label={label}
        // Firefox makes scrollable elements focusable by Tab.
        tabIndex={-1}
        className="max-h-[min(20rem,42dvh)] scroll-my-3 overflow-y-auto overscroll-contain py-1.5"
      >
        {children}
      </div>
    </OptionPopup>
  );
}

/** The popup below the input: the list, or the message that nothing was found. */
export function OptionPopup({ children }: { children: ReactNode }) {
  return (
    // The focus stays in the input when the popup is pressed, also to scroll.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only prevents the change of focus.
    <div
      onMouseDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full z-20 mt-1 overflow-hidden rounded-field border border-line-strong bg-card shadow-raised"
    >
      {children}
    </div>
  );
}

/** An option. `selected` is the one that is the value of the field. */
export function OptionRow({
  list,
  index,
  option,
  selected = false,
  className,
}: {
  list: OptionListState;
  index: number;
  option: Option;
  selected?: boolean;
  className?: string;
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input, which keeps the focus, handles the keys.
    <div
      id={optionId(list.id, index)}
      role="option"
      aria-selected={selected}
      tabIndex={-1}
      onClick={() => list.select(option)}
      className={clsx(
        'flex min-h-11 cursor-pointer items-center justify-between gap-3 px-3.5 py-1.5 leading-snug',
        index === list.active ? 'bg-pacific-wash shadow-[inset_3px_0_var(--pacific)]' : 'hover:bg-paper',
        selected && 'font-semibold text-pacific',
        className,
      )}
    >
      {option.icon && <Icon name={option.icon} className="size-5 shrink-0 text-muted" />}
      <span className="grow">{option.label}</span>
      {option.note && <span className="shrink-0 text-muted text-sm">{option.note}</span>}
      {selected && <Icon name="check" className="size-5 shrink-0" />}
    </div>
  );
}
