import { t } from '#contract/i18n/t.ts';
import type { Option, OptionGroup } from './match-options.ts';
import { OptionList, OptionRow } from './option-list.tsx';
import type { OptionListState } from './use-option-list.ts';

/** The heading of a group, if it is an option, and the options of the group. */
export function flattenGroup({ group, value, options }: OptionGroup): Option[] {
  return value === undefined ? options : [{ value, label: group }, ...options];
}

/** The options of a combobox under the headings of their groups. */
export function GroupedList({ groups, list, value }: { groups: OptionGroup[]; list: OptionListState; value: string }) {
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
