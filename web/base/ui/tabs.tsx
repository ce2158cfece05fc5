import clsx from 'clsx';
import * as Radix from 'radix-ui/tabs';
import type { ReactNode } from 'react';

/** Tabs with their panels; arrow keys move between the tabs. `value` and `onChange` make it controlled. */
export function Tabs({
  label,
  tabs,
  value,
  onChange,
  className,
}: {
  /** The accessible name of the tab list. */
  label: string;
  tabs: { value: string; label: ReactNode; content: ReactNode }[];
  value?: string;
  onChange?: (value: string) => void;
  className?: string;
}) {
  return (
    <Radix.Root
      value={value}
      defaultValue={tabs[0]?.value}
      onValueChange={onChange}
      className={clsx('min-w-0', className)}
    >
      <Radix.List aria-label={label} className="tabs">
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="mt-5 rounded-field">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
