import clsx from 'clsx';
import { type KeyboardEvent, type Ref, useMemo, useRef, useState } from 'react';
import { Icon } from '../icon.tsx';
import { TextInput } from './controls.tsx';
import type { FieldControl } from './field.tsx';
import { matchGroups, type Option, type OptionGroup } from './match-options.ts';
import { OptionList, type OptionListState, OptionPopup, OptionRow, useOptionList } from './option-list.tsx';

/**
 * A select whose options are found by typing, for more of them than anyone would scroll through. Spread what
 * `FormControl` gives on it. What is typed counts for nothing until an option is taken by Enter, Tab or a click.
 * @param value that of an option or of a group's heading; empty for none
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
  // Null as long as the label of what is chosen stands there, and all options are below it.
  const [typed, setTyped] = useState<string | null>(null);
  const shown = useMemo(() => (typed === null ? groups : matchGroups(groups, typed)), [groups, typed]);
  const options = useMemo(() => shown.flatMap(flattenGroup), [shown]);
  const chosen = useMemo(() => groups.flatMap(flattenGroup).find((option) => option.value === value), [groups, value]);
  const selected = options.findIndex((option) => option.value === value);

  const choose = (option: Option | null) => {
    setTyped(null);
    if (option?.value !== value) onChange(option?.value ?? '');
  };
  const list = useOptionList({ options, selected, onChoose: choose });
  const leave = () => {
    list.hide();
    if (typed?.trim() === '') choose(null);
    setTyped(null);
    onBlur?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const first = options[list.active];
    if (event.key === 'Tab' && typed && first) list.choose(first);
    // First it closes the list and drops what was typed, then it empties the field.
    if (event.key === 'Escape' && (list.open || typed !== null || value)) {
      if (!list.open && typed === null) choose(null);
      setTyped(null);
      event.preventDefault();
    }
    // What stands there is no choice yet: the form must not be sent with it.
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
        value={typed ?? chosen?.label ?? ''}
        onChange={({ target }) => {
          setTyped(target.value);
          list.show(target.value.trim() ? 0 : -1);
        }}
        onFocus={({ target }) => target.select()}
        onClick={() => list.open || open()}
        onKeyDown={onKeyDown}
        onBlur={leave}
      />
      {/* Both are for pointers: with keys one types, empties the text, or presses Escape. */}
      <div className="absolute inset-y-0 right-0 flex">
        {value && (
          <FieldButton
            label="Clear"
            icon="x"
            onPress={() => {
              choose(null);
              input.current?.focus();
            }}
          />
        )}
        <FieldButton
          label="Show options"
          icon="chevrons-up-down"
          onPress={() => {
            input.current?.focus();
            if (list.open) list.hide();
            else open();
          }}
        />
      </div>
      {list.open && <GroupedList groups={shown} list={list} value={value} />}
      <p role="status" className="sr-only">
        {typed !== null && (options.length === 0 ? 'Nothing found' : `${options.length} found`)}
      </p>
      {typed !== null && options.length === 0 && (
        <OptionPopup>
          <p aria-hidden="true" className="px-3.5 py-3 text-muted">
            Nothing found
          </p>
        </OptionPopup>
      )}
    </div>
  );
}

/** A group's heading, where it can be chosen, and its options. */
function flattenGroup({ group, value, options }: OptionGroup): Option[] {
  return value === undefined ? options : [{ value, label: group }, ...options];
}

function GroupedList({ groups, list, value }: { groups: OptionGroup[]; list: OptionListState; value: string }) {
  let next = 0;
  return (
    <OptionList list={list} label="Options">
      {groups.map((group) => {
        const first = next;
        next += flattenGroup(group).length;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a listbox takes no fieldset.
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
