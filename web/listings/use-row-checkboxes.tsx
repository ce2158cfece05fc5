import { useLayoutEffect } from 'react';
import { setRowCheckbox } from './row-checkbox.ts';

/**
 * Gives each row on the page a checkbox, until the component goes.
 * @param ids the checked ones
 * @param toLabel its accessible name by the title of the listing; the same function in every render
 * @param max after so many the other boxes are disabled
 * @param form the id of the form that Return in a checkbox submits
 */
export function useRowCheckboxes({
  ids,
  onChange,
  toLabel,
  max = Number.POSITIVE_INFINITY,
  form,
}: {
  ids: number[];
  onChange: (ids: number[]) => void;
  toLabel: (title: string) => string;
  max?: number;
  form?: string;
}): void {
  useLayoutEffect(() => {
    setRowCheckbox(({ id, title }) => {
      const checked = ids.includes(id);
      return (
        <label className="select">
          <input
            type="checkbox"
            form={form}
            checked={checked}
            disabled={ids.length >= max && !checked}
            onChange={() => onChange(checked ? ids.filter((other) => other !== id) : [...ids, id])}
          />
          <span className="sr-only">{toLabel(title)}</span>
        </label>
      );
    });
  }, [ids, onChange, toLabel, max, form]);
  useLayoutEffect(() => () => setRowCheckbox(undefined), []);
}
