import clsx from 'clsx';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { Icon } from '../icon.tsx';
import type { Option } from './match-options.ts';

// As many as a list shows at once, more or less.
const PAGE_SIZE = 6;

/** A list of options below an input, made by `useOptionList` for `OptionList` and `OptionRow`. */
export interface OptionListState {
  id: string;
  open: boolean;
  /** Which option Enter takes; -1 for none. */
  active: number;
  /** Opens the list, if there is anything in it, at an option. */
  show: (index?: number) => void;
  hide: () => void;
  choose: (option: Option) => void;
  /** Moves between options, takes one, closes the list. Keys that mean nothing to it are left to the input. */
  onKeyDown: (event: KeyboardEvent | globalThis.KeyboardEvent) => void;
  /** What the input says of the list. */
  input: {
    role: 'combobox';
    autoComplete: 'off';
    'aria-autocomplete': 'list';
    'aria-expanded': boolean;
    'aria-controls': string | undefined;
    'aria-activedescendant': string | undefined;
  };
}

/**
 * Options of which the arrow keys make one active while the focus stays in the input above them, as the WAI-ARIA
 * Authoring Practices describe it (combobox with a listbox popup).
 * @param options those that are there now, in their order
 * @param selected where a list begins that the arrow keys open; -1 for none
 */
export function useOptionList({
  options,
  selected = -1,
  onChoose,
}: {
  options: Option[];
  selected?: number;
  onChoose: (option: Option) => void;
}): OptionListState {
  const id = useId();
  const [isRequested, setRequested] = useState(false);
  const [index, setIndex] = useState(-1);
  const last = options.length - 1;
  const open = isRequested && last >= 0;
  const active = open ? Math.min(index, last) : -1;
  const show = (at = -1) => {
    setRequested(true);
    setIndex(at);
  };
  const hide = () => setRequested(false);
  const choose = (option: Option) => {
    onChoose(option);
    hide();
  };

  const closed: Record<string, number> = {
    ArrowDown: selected < 0 ? 0 : selected,
    ArrowUp: selected < 0 ? last : selected,
  };
  const reached: Record<string, number> = {
    ArrowDown: active < last ? active + 1 : 0,
    ArrowUp: active > 0 ? active - 1 : last,
    // As long as none is active these keys move the caret.
    ...(active >= 0 && {
      Home: 0,
      End: last,
      PageUp: Math.max(active - PAGE_SIZE, 0),
      PageDown: Math.min(active + PAGE_SIZE, last),
    }),
  };
  const onKeyDown: OptionListState['onKeyDown'] = (event) => {
    // Keys that compose a character are none of ours.
    const { isComposing } = 'nativeEvent' in event ? event.nativeEvent : event;
    if (isComposing || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { key } = event;
    const next = (open ? reached : closed)[key];
    const option = options[active];
    if (next !== undefined) show(next);
    else if (key === 'Enter' && option) choose(option);
    else if (key === 'Escape' && open) hide();
    else return;
    event.preventDefault();
  };

  const input = {
    role: 'combobox',
    autoComplete: 'off',
    'aria-autocomplete': 'list',
    'aria-expanded': open,
    'aria-controls': open ? id : undefined,
    'aria-activedescendant': active >= 0 ? optionId(id, active) : undefined,
  } as const;
  return { id, open, active, show, hide, choose, onKeyDown, input };
}

/** The list itself, below the input that it belongs to, over what follows. */
export function OptionList({ list, label, children }: { list: OptionListState; label: string; children: ReactNode }) {
  // On a phone half of the page is keyboard: there the field goes to the top, elsewhere the list comes into view.
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
        // The list scrolls, and Firefox would let the Tab key stop at what scrolls.
        tabIndex={-1}
        className="max-h-[min(20rem,42dvh)] scroll-my-3 overflow-y-auto overscroll-contain py-1.5"
      >
        {children}
      </div>
    </OptionPopup>
  );
}

/** What hangs below the input: the list, or that nothing was found. */
export function OptionPopup({ children }: { children: ReactNode }) {
  return (
    // Wherever it is pressed, also to scroll, the focus stays in the input.
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done by it.
    <div
      onMouseDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full z-20 mt-1 overflow-hidden rounded-field border border-line-strong bg-card shadow-raised"
    >
      {children}
    </div>
  );
}

/** One of the options. `selected` is the one that the field holds. */
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the input, which keeps the focus.
    <div
      id={optionId(list.id, index)}
      role="option"
      aria-selected={selected}
      tabIndex={-1}
      onClick={() => list.choose(option)}
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

const optionId = (listId: string, index: number) => `${listId}-${index}`;
