import { type KeyboardEvent, useId, useState } from 'react';
import type { Option } from './match-options.ts';

// About as many options as are visible at once.
const PAGE_SIZE = 6;

/** The state of a list of options below an input, from `useOptionList`, for `OptionList` and `OptionRow`. */
export interface OptionListState {
  id: string;
  open: boolean;
  /** The index of the active option, which Enter selects; -1 for none. */
  active: number;
  /** Opens the list unless it is empty, with this option active. */
  show: (index?: number) => void;
  hide: () => void;
  select: (option: Option) => void;
  /** Moves between options, selects one, or closes the list. Other keys are left to the input. */
  onKeyDown: (event: KeyboardEvent | globalThis.KeyboardEvent) => void;
  /** The attributes of the input. */
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
 * The combobox with a listbox popup of the WAI-ARIA Authoring Practices: the arrow keys move the active option while the focus
 * stays in the input.
 * @param options the current options
 * @param selected the index at which the arrow keys open the list; -1 for none
 */
export function useOptionList({
  options,
  selected = -1,
  onSelect,
}: {
  options: Option[];
  selected?: number;
  onSelect: (option: Option) => void;
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
  const select = (option: Option) => {
    onSelect(option);
    hide();
  };

  const openAt: Record<string, number> = {
    ArrowDown: selected < 0 ? 0 : selected,
    ArrowUp: selected < 0 ? last : selected,
  };
  const moveTo: Record<string, number> = {
    ArrowDown: active < last ? active + 1 : 0,
    ArrowUp: active > 0 ? active - 1 : last,
    // Without an active option these keys move the caret.
    ...(active >= 0 && {
      Home: 0,
      End: last,
      PageUp: Math.max(active - PAGE_SIZE, 0),
      PageDown: Math.min(active + PAGE_SIZE, last),
    }),
  };
  const onKeyDown: OptionListState['onKeyDown'] = (event) => {
    // Keys pressed while an input method composes a character belong to it.
    const { isComposing } = 'nativeEvent' in event ? event.nativeEvent : event;
    if (isComposing || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { key } = event;
    const next = (open ? moveTo : openAt)[key];
    const option = options[active];
    if (next !== undefined) show(next);
    else if (key === 'Enter' && option) select(option);
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
  return { id, open, active, show, hide, select, onKeyDown, input };
}

/** The id of an option’s element. */
export const optionId = (listId: string, index: number) => `${listId}-${index}`;
