import clsx from 'clsx';
import { type KeyboardEvent, type Ref, useMemo, useRef, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { Icon } from '../icon.tsx';
import { TextInput } from './controls.tsx';
import type { FieldControl } from './field.tsx';
import { matchGroups, type Option, type OptionGroup } from './match-options.ts';
import { OptionList, type OptionListState, OptionPopup, OptionRow, useOptionList } from './option-list.tsx';

/**
 * A select whose options are filtered by typing, for long lists. Spread the `FieldControl` of its `Field` on it. Typed text has no
 * effect until an option is selected by Enter, Tab or a click.
 * @param value of an option or of a group's heading; empty for none
 */
export function Combobox({
  groups,
  value,
  onChange,
  onBlur,
  ref,
  ...control
}: Partial<FieldControl> & {
  groups: OptionGroup[];
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
  const matchingGroups = useMemo(() => (typed === null ? groups : matchGroups(groups, typed)), [groups, typed]);
  const options = useMemo(() => matchingGroups.flatMap(flattenGroup), [matchingGroups]);
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
          list.show(target.value.trim() ? 0 : -1);
        }}
        onFocus={({ target }) => target.select()}
        onClick={() => list.open || open()}
        onKeyDown={onKeyDown}
        onBlur={leave}
      />
      {/* Only for pointers: keyboard users type, clear the text, or press Escape. */}
      <div className="absolute inset-y-0 right-0 flex">
        {value && (
          <FieldButton
            label={t('Clear')}
            icon="x"
            onPress={() => {
              select(null);
              input.current?.focus();
            }}
          />
        )}
        <FieldButton
          label={t('Show options')}
          icon="chevrons-up-down"
          onPress={() => {
            input.current?.focus();
            if (list.open) list.hide();
            else open();
          }}
        />
      </div>
      {list.open && <GroupedList groups={matchingGroups} list={list} value={value} />}
      <p role="status" className="sr-only">
        {typed !== null &&
          (options.length === 0
            ? t('No matches')
            : t('{count, plural, one {# found} other {# found}}', { count: options.length }))}
      </p>
      {typed !== null && options.length === 0 && (
        <OptionPopup>
          <p aria-hidden="true" className="px-3.5 py-3 text-muted">
            {t('No matches')}
          </p>
        </OptionPopup>
      )}
    </div>
  );
}

/** The heading of a group, if it is an option, and the options of the group. */
function flattenGroup({ group, value, options }: OptionGroup): Option[] {
  return value === undefined ? options : [{ value, label: group }, ...options];
}

function GroupedList({ groups, list, value }: { groups: OptionGroup[]; list: OptionListState; value: string }) {
  let next = 0;
  return (
    <OptionList list={list} label={t('Options')}>
      {groups.map((group) => {
        const first = next;
        next += flattenGroup(group).length;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a listbox must not contain a fieldset.
          <div key={group.group} role="group" aria-label={group.group}>
            {group.value === undefined && (
              <p aria-hidden="true" className="px-3.5 pt-3 pb-1 font-semibold text-muted text-sm">
                {group.group}
              </p>
            )}
            {flattenGroup(group).map((option, index) => (
              <OptionRow
                key={option.value}
                list={list}
                index={first + index}
                option={option}
                selected={option.value === value}
                className={option.value === group.value ? 'font-semibold' : 'pl-7'}
              />
            ))}
          </div>
        );
      })}
    </OptionList>
  );
}

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

function assignRef(ref: Ref<HTMLInputElement> | undefined, element: HTMLInputElement | null) {
  if (typeof ref === 'function') return ref(element);
  if (ref) ref.current = element;
}
