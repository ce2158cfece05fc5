import { useRef } from 'react';
import type { SpecialDay } from '#contract/hours/special-days.ts';
import { MAX_SPECIAL_DAYS } from '#contract/hours/special-hours.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import type { SchemaForm } from '#web/base/ui/form/form.tsx';
import { useFormGroup } from '#web/base/ui/form/use-form-group.ts';

export type SpecialHours = ReturnType<typeof useSpecialHours>;

/** The days with hours of their own and the closed periods of a form, which are one list; `index` is that in it. */
export function useSpecialHours(form: SchemaForm<ListingForm>) {
  const { value, onChange, onBlur, errorAt, ref } = useFormGroup(form, 'specialHours');
  const days: SpecialDay[] = value ?? [];
  // Entries have no name of their own: one that is removed must not leave its inputs to the next one.
  const keys = useRef<number[]>([]);
  while (keys.current.length < days.length) keys.current.push((keys.current.at(-1) ?? 0) + 1);
  return {
    days,
    keys: keys.current,
    isFull: days.length >= MAX_SPECIAL_DAYS,
    add: (day: SpecialDay) => onChange([...days, day]),
    change: (index: number, day: SpecialDay) => onChange(days.with(index, day)),
    remove: (index: number) => {
      keys.current.splice(index, 1);
      onChange(days.toSpliced(index, 1));
    },
    onBlur,
    errorAt,
    ref,
  };
}
