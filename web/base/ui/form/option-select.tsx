import { type ComponentProps, useEffect, useRef } from 'react';
import { escapeHtml, useHtml } from '#web/base/ui/html.ts';
import { Select } from './controls.tsx';

interface Option {
  value: string;
  label: string;
}

/** The options of an `OptionSelect`; those of a group are below its heading. */
export type SelectOptions = (Option | { group: string; options: Option[] })[];

/** A select of many options. They are one string, because React is slow at making some hundred. */
export function OptionSelect({
  options,
  value,
  ...rest
}: Omit<ComponentProps<'select'>, 'children' | 'value'> & { options: SelectOptions; value: string }) {
  const html = useHtml(toHtml(options, value));
  const ref = useRef<HTMLSelectElement>(null);
  // What was selected before hydration counts: React tells nobody of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(() => {
    const select = ref.current as HTMLSelectElement;
    const isOffered = Array.from(select, (option) => (option as HTMLOptionElement).value).includes(value);
    if (isOffered && select.value !== value) select.dispatchEvent(new Event('change', { bubbles: true }));
  }, []);
  // Browsers have other names for languages, and React selects the option there.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: `toHtml` escapes what it is given.
  return <Select ref={ref} value={value} suppressHydrationWarning dangerouslySetInnerHTML={html} {...rest} />;
}

const toHtml = (options: SelectOptions, value: string): string =>
  options
    .map((option) =>
      'group' in option
        ? `<optgroup label="${escapeHtml(option.group)}">${toHtml(option.options, value)}</optgroup>`
        : `<option value="${escapeHtml(option.value)}"${import.meta.env.SSR && option.value === value ? ' selected=""' : ''}>${escapeHtml(option.label)}</option>`,
    )
    .join('');
