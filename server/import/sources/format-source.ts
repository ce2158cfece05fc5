import type { OpenDataSource } from './source-list.ts';

/** A source as lines to print. */
export const formatSource = ({ name, title, what, rows, cadence, license, address }: OpenDataSource): string =>
  [
    `${name.padEnd(20)}${title}`,
    `${''.padEnd(20)}${what}`,
    `${''.padEnd(20)}${rows}; ${cadence === 'never' ? 'no newer ones' : cadence}; ${license}`,
    ...(address.kind === 'page' ? [`${''.padEnd(20)}${address.steps}, then --from FILE`] : []),
  ].join('\n');
