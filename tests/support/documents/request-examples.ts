import { readFileSync, writeFileSync } from 'node:fs';
import type { RequestExample } from '#server/platform/http/documentation/document.ts';

const FILE = new URL('../../../server/platform/http/documentation/examples.json', import.meta.url);

type Examples = Record<string, RequestExample>;

/**
 * The examples of the API's document for requests that were sent, by operation: 'GET /api/ads/{id}'. Those that are missing are added to the
 * file, and all with `UPDATE_EXAMPLES=1`; in CI none is.
 */
export function updateExamples(sent: Examples): Examples {
  const stated: Examples = JSON.parse(readFileSync(FILE, 'utf8'));
  const updated = process.env.UPDATE_EXAMPLES ? { ...stated, ...sent } : { ...sent, ...stated };
  const isNew = Object.keys(updated).length > Object.keys(stated).length && !process.env.CI;
  if (process.env.UPDATE_EXAMPLES || isNew) write(updated);
  const shown = isNew || process.env.UPDATE_EXAMPLES ? updated : stated;
  return Object.fromEntries(Object.keys(sent).map((operation) => [operation, shown[operation] ?? {}]));
}

function write(examples: Examples) {
  const sorted = Object.entries(examples).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(sorted), null, 1)}\n`);
}

/** 'GET /api/ads/{id}' for 'GET /api/ads/:id'. */
export const toOperation = (route: string) => route.replaceAll(/:(\w+)/g, '{$1}');

/**
 * The example of a request that was sent. What is new in each run stands for itself: numbers of rows, tokens, dates and random names.
 * @param path with parameters, as the route has it
 */
export function toExample(path: string, url: string, body: unknown): RequestExample {
  const [pathname = '', query = ''] = url.split('?');
  const values = pathname.split('/');
  const inPath = path.split('/').flatMap((part, index) => {
    const [, name] = /^:(\w+)/.exec(part) ?? [];
    return name ? [[name, decodeURIComponent(values[index] ?? '')] as const] : [];
  });
  const parameters = Object.fromEntries([...inPath, ...new URLSearchParams(query)]);
  return {
    ...(Object.keys(parameters).length > 0 && { parameters }),
    ...(body !== undefined && { body: JSON.parse(JSON.stringify(body)) }),
  };
}

/** An example without what is new in each run: numbers, and the parts of texts that have digits or are long. */
export function toStable(value: unknown): unknown {
  if (typeof value === 'number') return 0;
  if (typeof value === 'string') return value.replace(/[\w-]*\d[\w-]*|[\w-]{20,}/g, '0').replace(/0[^a-z]*(?=0)/gi, '');
  // How many rows there are depends on the tests before.
  if (Array.isArray(value)) return [...new Set(value.map(toStable).map((item) => JSON.stringify(item)))];
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toStable(inner)]));
  return value;
}
