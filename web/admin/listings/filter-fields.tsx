import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import { Select, TextInput } from '#web/base/ui/form/controls.tsx';

/** A control with its label. All filters are optional, which a search form need not say. */
export function Labeled({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the children are the control.
    <label className={clsx('grid gap-1.5', className)}>
      <span className="font-semibold">{label}</span>
      {children}
    </label>
  );
}

export const Text = ({ label, ...input }: { label: string } & ComponentProps<'input'>) => (
  <Labeled label={label}>
    <TextInput {...input} />
  </Labeled>
);

export const Choice = ({
  label,
  any = t('Any'),
  children,
  ...select
}: { label: string; any?: string | null; children: ReactNode } & ComponentProps<'select'>) => (
  <Labeled label={label}>
    <Select {...select}>
      {any !== null && <option value="">{any}</option>}
      {children}
    </Select>
  </Labeled>
);

export const toOptions = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
