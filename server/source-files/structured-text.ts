import { COLUMNS, type ImportRow } from './rows.ts';

/**
 * The values of a text that a program wrote for a list or an object: JSON, as GDAL writes it into columns, or what Python prints. Undefined for any
 * other text.
 */
export function readStructured(text: string): unknown {
  if (!/^(?:\{.*\}|\[.*\])$/s.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return readPython(text);
  }
}

/** Lists and dictionaries of texts and numbers: "['Café', \"Joe's\"]". */
function readPython(text: string): unknown {
  const strings: string[] = [];
  const bare = text.replace(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/gs, (_, single?: string, double?: string) => {
    strings.push((single ?? double ?? '').replace(/\\(.)/gs, '$1'));
    return `${strings.length - 1}s`;
  });
  const json = bare
    .replace(/\bNone\b/g, 'null')
    .replace(/\bTrue\b/g, 'true')
    .replace(/\bFalse\b/g, 'false');
  if (!/^[\s\d[\]{},:.s-]*(?:(?:null|true|false)[\s\d[\]{},:.s-]*)*$/.test(json)) return undefined;
  try {
    return JSON.parse(json.replace(/(\d+)s/g, (_, n: string) => JSON.stringify(strings[Number(n)])));
  } catch {
    return undefined;
  }
}

/** The texts of a value, those of a list in their order. */
export function toTexts(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(toTexts);
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}

const PLAIN_KEYS = ['primary', 'name', 'value', 'text'];

/** Replaces structured text in a row of a table by what it says, and adds the parts of an address where their columns are blank. */
export function unwrapFields(fields: ImportRow['fields']): void {
  for (const column of COLUMNS) {
    const text = fields[column];
    if (text[0] !== '{' && text[0] !== '[') continue;
    const value = readStructured(text);
    if (value === undefined) continue;
    const first = Array.isArray(value) ? value.find((one) => one !== null) : value;
    if (column === 'address') unwrapAddress(fields, first);
    else if (column !== 'hours' && column !== 'special_hours') fields[column] = toPlain(first);
  }
}

function toPlain(value: unknown): string {
  if (typeof value !== 'object' || value === null) return toTexts(value)[0] ?? '';
  const key = PLAIN_KEYS.find((name) => Object.hasOwn(value, name));
  return key ? toPlain((value as Record<string, unknown>)[key]) : '';
}

const ADDRESS_PARTS = { city: 'locality', state: 'region', zip: 'postcode' } as const;

function unwrapAddress(fields: ImportRow['fields'], value: unknown) {
  const address = (typeof value === 'object' ? value : { freeform: value }) as Record<string, unknown> | null;
  fields.address = toTexts(address?.freeform)[0] ?? '';
  for (const [column, part] of Object.entries(ADDRESS_PARTS) as ['city' | 'state' | 'zip', string][]) {
    fields[column] ||= toTexts(address?.[part])[0] ?? '';
  }
}
