import { IntlMessageFormat } from 'intl-messageformat';
import type { ReactNode } from 'react';
import { LOCALE } from './language.ts';

type Wrap = (children: ReactNode) => ReactNode;

/**
 * A message with elements in it, as `t`: `rich('Read the <terms>terms</terms>.', { terms: (text) => <a href="/terms">{text}</a> })`.
 * The build replaces the call too.
 */
export function rich(text: string, values: Record<string, ReactNode | Wrap>): ReactNode {
  const wraps = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'function' ? (chunks: ReactNode[]) => value(chunks) : value,
  ]);
  return new IntlMessageFormat(text, LOCALE).format<ReactNode>(Object.fromEntries(wraps)) as ReactNode;
}
