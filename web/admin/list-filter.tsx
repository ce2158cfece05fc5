import { useId } from 'react';
import { t } from '#contract/i18n/t.ts';
import { Select } from '#web/base/ui/form/controls.tsx';

/** A select that filters a list, with the labels of its options by value. */
export function ListFilter<Value extends string>({
  label = t('Show'),
  options,
  value,
  onChange,
}: {
  label?: string;
  options: Record<Value, string>;
  value: Value;
  onChange: (value: Value) => void;
}) {
  const id = useId();
  return (
    <div className="mb-4 flex items-center gap-3">
      <label htmlFor={id} className="shrink-0 font-semibold text-sm">
        {label}
      </label>
      <Select id={id} value={value} onChange={(event) => onChange(event.target.value as Value)} className="max-w-60">
        {Object.entries<string>(options).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  );
}
