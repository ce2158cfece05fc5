import clsx from 'clsx';
import { type KeyboardEvent, type Ref, useMemo, useRef, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { TextInput } from './controls.tsx';
import type { FieldControl } from './field.tsx';
import { flattenGroup, GroupedList } from './grouped-option-list.tsx';
import { matchGroups, type Option, type OptionGroup } from './match-options.ts';
import { OptionPopup } from './option-list.tsx';
import { useOptionList } from './use-option-list.ts';

/**
 * A select whose options are filtered by typing, for long lists. Spread the `FieldControl` of its `Field` on it. Typed text has no
 * effect until an option is selected by Enter, Tab or a click.
 * @param suggested further options: above all others until something is typed, then below those that match
 * @param onType called when the field is entered and when the text changes
 * @param value of an option or of a group's heading; empty for none
 */
export function Combobox({
  groups,
  suggested = NONE_SUGGESTED,
  onType,
  value,
  onChange,
  onBlur,
  ref,
  ...control
}: Partial<FieldControl> & {
  groups: OptionGroup[];
  suggested?: Option[];
  onType?: (typed: string) => void;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  name?: string;
  placeholder?: string;
  ref?: Ref<HTMLInputElement>;
}) {
  const input = useRef<HTMLInputElement>(null);
  // Null while the input shows the label of the selected option; the list then has all options.
  const [typed, setTyped] = useState<string | null>(null);
  const matchingGroups = useMemo(() => addSuggested(groups, suggested, typed), [groups, suggested, typed]);
  const options = useMemo(() => matchingGroups.flatMap(flattenGroup), [matchingGroups]);
  const isEmpty = typed !== null && options.length === 0;
  const current = useMemo(() => groups.flatMap(flattenGroup).find((option) => option.value === value), [groups, value]);
  const selected = options.findIndex((option) => option.value === value);

  const select = (option: Option | null) => {
    setTyped(null);
    if (option?.value !== value) onChange(option?.value ?? '');
  };
  const list = useOptionList({ options, selected, onSelect: select });
  const leave = () => {
    list.hide();
    if (typed?.trim() === '') select(null);
    setTyped(null);
    onBlur?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const first = options[list.active];
    if (event.key === 'Tab' && typed && first) list.select(first);
    // The first press closes the list and discards the typed text, the second one clears the field.
    if (event.key === 'Escape' && (list.open || typed !== null || value)) {
      if (!list.open && typed === null) select(null);
      setTyped(null);
      event.preventDefault();
    }
    // The typed text is not a selected option, so the form must not be submitted with it.
    if (event.key === 'Enter' && typed !== null) event.preventDefault();
    list.onKeyDown(event);
  };
  const open = () => {
    list.show(selected);
    input.current?.select();
  };

  return (
    <div className="relative">
      <TextInput
        {...control}
        {...list.input}
        ref={(element) => {
          input.current = element;
          return assignRef(ref, element);
        }}
        className={clsx('scroll-mt-14 truncate', value ? 'pr-24' : 'pr-12')}
        spellCheck={false}
        value={typed ?? current?.label ?? ''}
        onChange={({ target }) => {
          setTyped(target.value);
          onType?.(target.value);
          list.show(target.value.trim() ? 0 : -1);
        }}
        onFocus={({ target }) => {
          target.select();
          onType?.('');
        }}
        onClick={() => list.open || open()}
        onKeyDown={onKeyDown}
        onBlur={leave}
      />
      <ComboboxButtons
        canClear={Boolean(value)}
        onClear={() => {
          select(null);
          input.current?.focus();
        }}
        onToggle={() => {
          input.current?.focus();
          if (list.open) list.hide();
          else open();
        }}
      />
      {list.open && <GroupedList groups={matchingGroups} list={list} value={value} />}
      <p role="status" className="sr-only">
        {typed !== null &&
          (isEmpty ? t('No matches') : t('{count, plural, one {# found} other {# found}}', { count: options.length }))}
      </p>
      {isEmpty && <NoMatches />}
    </div>
  );
}

const NONE_SUGGESTED: Option[] = [];

function addSuggested(groups: OptionGroup[], suggested: Option[], typed: string | null): OptionGroup[] {
  const matching = typed === null ? groups : matchGroups(groups, typed);
  const known = new Set(typed === null ? [] : matching.flatMap(flattenGroup).map(({ value }) => value));
  const options = suggested.filter(({ value }) => !known.has(value));
  if (options.length === 0) return matching;
  const group = { group: t('Suggested'), options };
  return typed === null ? [group, ...matching] : [...matching, group];
}

/** Only for pointers: keyboard users type, clear the text, or press Escape. */
function ComboboxButtons({
  canClear,
  onClear,
  onToggle,
}: {
  canClear: boolean;
  onClear: () => void;
  onToggle: () => void;
}) {
  return (
    <div className="absolute inset-y-0 right-0 flex">
      {canClear && <FieldButton label={t('Clear')} icon="x" onPress={onClear} />}
      <FieldButton label={t('Show options')} icon="chevrons-up-down" onPress={onToggle} />
    </div>
  );
}

const NoMatches = () => (
  <OptionPopup>
    <p aria-hidden="true" className="px-3.5 py-3 text-muted">
      {t('No matches')}
    </p>
  </OptionPopup>
);

function assignRef(ref: Ref<HTMLInputElement> | undefined, element: HTMLInputElement | null) {
  if (typeof ref === 'function') return ref(element);
  if (ref) ref.current = element;
}

/** A button inside of a text input, for pointers only. */
function FieldButton({ label, icon, onPress }: { label: string; icon: string; onPress: () => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
      className="grid w-11 place-items-center rounded-field text-muted hover:text-ink"
    >
      <Icon name={icon} className="size-5" />
    </button>
  );
}
