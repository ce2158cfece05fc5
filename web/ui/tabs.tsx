import clsx from 'clsx';
import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

/** One of a few views of the same thing; arrow keys move between the tabs. `value` and `onChange` make it controlled. */
export function Tabs({
  label,
  tabs,
  value,
  onChange,
  className,
}: {
  /** What the tabs choose between, for assistive technology. */
  label: string;
  tabs: { value: string; label: string; content: ReactNode }[];
  value?: string;
  onChange?: (value: string) => void;
  className?: string;
}) {
  return (
    <Radix.Root value={value} defaultValue={tabs[0]?.value} onValueChange={onChange} className={className}>
      <Radix.List aria-label={label} className="flex flex-wrap gap-1 rounded-field bg-pacific-wash p-1">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={clsx(
              'min-h-11 grow whitespace-nowrap rounded-[6px] px-3 font-semibold text-muted text-sm sm:px-4 sm:text-base transition-colors hover:text-ink',
              'data-[state=active]:bg-card data-[state=active]:text-ink data-[state=active]:shadow-raised',
            )}
          >
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
