import type { Random } from './random.ts';

/** A request to the API before it is written out. */
export interface FuzzRequest {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, string>;
  /** Undefined for a request without a body. */
  body: unknown;
}

type Container = Record<string, unknown> | unknown[];

/** Deep enough to overflow the stack of a careless parser, and below the limit of a body. */
const DEEP = 20_000;

const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  'true',
  '\0',
  'long\0enough to pass',
  'long\ud800enough to pass',
  '\udfff',
  '\u0001\u001b[31m\u007f',
  'line\r\nBcc: all@mail.example\r\n\r\nbody',
  'x'.repeat(5_000),
  '\u{1f334}'.repeat(20_000),
  '\u0301'.repeat(3_000),
  'ﷺ'.repeat(3_000),
  "'; select pg_sleep(3); --",
  'javascript:alert(1)',
  'https://127.0.0.1/admin',
  'file:///etc/passwd',
  '9999-12-31',
  '0000-00-00',
  '-271821-04-20T00:00:00Z',
  [],
  [[]],
  [null],
  Array.from({ length: 2_000 }, () => 'x'),
  {},
  { $ne: null },
  { toString: 'x', valueOf: 1, length: -1 },
  JSON.parse('{"__proto__":{"polluted":true}}'),
  JSON.parse('{"constructor":{"prototype":{"polluted":true}}}'),
];

const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'isAdmin',
  'owner_id',
  '',
  '\0',
  'x'.repeat(1_000),
  '0',
];

const PATH_VALUES = [
  '0',
  '-1',
  '1.5',
  '1e3',
  '9007199254740993',
  '99999999999999999999',
  'NaN',
  '%00',
  '%2e%2e',
  '%ff',
  "1'--",
  '__proto__',
  '%F0%9F%8C%B4',
  'x'.repeat(400),
  '%20',
  'null',
];

const RAW_BODIES = [
  '',
  ' ',
  '{',
  '[]',
  'null',
  '0',
  '"text"',
  '{"a":1}{"b":2}',
  '\ufeff{}',
  '{"a":1,"a":2}',
  '{"__proto__":{"polluted":true}}',
  `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`,
  `${'{"a":'.repeat(DEEP / 4)}1${'}'.repeat(DEEP / 4)}`,
];

const HEADERS: readonly (readonly [string, string])[] = [
  ['idempotency-key', "' or 1=1; --"],
  ['content-type', 'application/json; charset=utf-7'],
  ['content-type', 'text/plain'],
  ['content-type', 'application/x-www-form-urlencoded'],
  ['content-type', 'multipart/form-data'],
  ['content-type', 'application/json\t; x'],
  ['x-forwarded-for', "1.2.3.4, ' or 1=1"],
  ['x-http-method-override', 'DELETE'],
  ['accept', 'nothing/at-all'],
  ['user-agent', `x${'\u00ff'.repeat(500)}`],
  ['cookie', 'session=%00; __proto__=1; =;;'],
  ['if-none-match', 'W/"'],
  ['referer', 'javascript:alert(1)'],
  ['sec-gpc', '1'],
];

/** Changes one place of a request: a value, a name, the body as text, a header. */
export function mutate(request: FuzzRequest, random: Random): FuzzRequest {
  const { path, query, headers, body } = request;
  const names = Object.keys(path);
  const kinds = [
    ...(names.length > 0 ? ['path'] : []),
    'query',
    'header',
    ...(body === undefined ? [] : ['body', 'body', 'body', 'body', 'raw body']),
  ];
  switch (random.pick(kinds)) {
    case 'path':
      return { ...request, path: { ...path, [random.pick(names)]: new RawText(random.pick(PATH_VALUES)) } };
    case 'query': {
      const name = random.pick([...Object.keys(query), ...KEYS, 'limit', 'cursor']);
      return { ...request, query: withValue(query, name, random.pick(VALUES)) };
    }
    case 'header':
      return { ...request, headers: { ...headers, ...Object.fromEntries([random.pick(HEADERS)]) } };
    case 'raw body':
      return { ...request, body: new RawText(random.pick(RAW_BODIES)) };
    default:
      return { ...request, body: mutateBody(structuredClone(body), random) };
  }
}

/** What is sent as it is, without encoding. */
export class RawText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

function mutateBody(body: unknown, random: Random): unknown {
  const containers = listContainers(body);
  if (containers.length === 0) return random.pick(VALUES);
  const container = random.pick(containers);
  const keys = Object.keys(container);
  const key = keys.length > 0 && random.chance(0.85) ? random.pick(keys) : random.pick(KEYS);
  if (random.chance(0.15)) Reflect.deleteProperty(container, key);
  else setValue(container, key, random.pick(VALUES));
  return body;
}

/** Every object and list in a value, itself included. */
function listContainers(value: unknown): Container[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value as Container, ...Object.values(value).flatMap(listContainers)];
}

function withValue(object: Record<string, unknown>, key: string, value: unknown) {
  const copy = { ...object };
  setValue(copy, key, value);
  return copy;
}

/** Assigning to `__proto__` would set the prototype instead of a property. */
const setValue = (container: Container, key: string, value: unknown) =>
  Object.defineProperty(container, key, { value, enumerable: true, configurable: true, writable: true });
