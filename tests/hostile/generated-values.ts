import type { Schema } from './api-document.ts';
import type { Random } from './random.ts';

/** The values of a named field that no schema can express: ids that exist, addresses, passwords. */
export type Examples = (name: string) => readonly unknown[];

/** Texts of single lines that are harmless only where they are never interpreted. All are valid where any text is. */
const TEXTS = [
  'Golden Hour Plumbing',
  "Robert'); drop table listings; --",
  "' or '1'='1",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: text that looks like a template.
  '${7*7} {{7*7}} <%= 7*7 %> #{7*7}',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '../../../../etc/passwd',
  '$(sleep 5) `sleep 5` ; sleep 5 |',
  '%00%0d%0aX: y',
  '\\u0000 \\x00 \\" \\',
  '=HYPERLINK("http://evil.example")',
  '*)(uid=*))(|(uid=*',
  '__proto__',
  'constructor',
  'NaN',
  'null',
  '1e309',
  '0x10',
  '-1',
  'مخبز الشمس',
  '日の出 パン',
  'Zażółć gęślą jaźń',
  '👩‍👩‍👧‍👦 🏳️‍🌈',
  'e\u0301\u0323\u0315',
  '\u202eback',
  '\u200b\u200c\u200d',
  '\u2028line\u2029',
  'ﷺﷺﷺ',
  'ǅ ß ı İ ſ',
  '𝓈𝒽ℴ𝓅',
  '＜ｓｃｒｉｐｔ＞',
];

const IS_OPTIONAL_GIVEN = 0.5;
const IS_NULL = 0.1;
const MAX_LIST_LENGTH = 4;

/**
 * A value that fits a schema, as far as the schema says everything; else one of the examples of its name. Numbers and lengths
 * are often the smallest or largest.
 * @throws {Error} for a pattern without an example that matches
 */
export function generateValue(schema: Schema, name: string, random: Random, examples: Examples): unknown {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) {
    const values = alternatives.filter(({ type }) => type !== 'null');
    const isNull = values.length < alternatives.length && random.chance(IS_NULL);
    return isNull ? null : generateValue(random.pick(values), name, random, examples);
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const known = examples(name).filter((value) => fits(schema, value));
  if (known.length > 0) return random.pick(known);
  switch (schema.type) {
    case 'string':
      return generateText(schema, name, random);
    case 'integer':
    case 'number':
      return generateNumber(schema, random);
    case 'boolean':
      return random.chance(0.5);
    case 'array':
      return generateList(schema, name, random, examples);
    default:
      return generateObject(schema, random, examples);
  }
}

/** Whether a value has the type, the length and the pattern of a schema. */
export function fits(
  { type, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema,
  value: unknown,
): boolean {
  if (type === 'integer' || type === 'number') return typeof value === 'number';
  if (type === 'array') return Array.isArray(value);
  if (type !== 'string' || typeof value !== 'string') return type === typeof value;
  return value.length >= minLength && value.length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(value));
}

/** The texts in a schema whose pattern no example of their name matches, by name: {@link generateValue} throws for these. */
export function findUnmatchedPatterns(schema: Schema, name: string, examples: Examples): string[] {
  if (schema.enum || schema.const !== undefined || examples(name).some((value) => fits(schema, value))) return [];
  const { pattern } = schema;
  const isMatched = !pattern || TEXTS.every((text) => new RegExp(pattern, 'u').test(text));
  const find = (inner: Schema, innerName = name) => findUnmatchedPatterns(inner, innerName, examples);
  return [
    ...(isMatched ? [] : [`${name}: ${pattern}`]),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((alternative) => find(alternative)),
    ...(schema.items ? find(schema.items) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([inner, property]) => find(property, inner)),
  ];
}

function generateText(schema: Schema, name: string, random: Random): string {
  const { minLength = 0, maxLength = 200, pattern } = schema;
  const length = random.pick([minLength, maxLength, random.between(minLength, Math.min(maxLength, minLength + 60))]);
  let text = random.pick(TEXTS);
  while (text.length < length) text += ` ${random.pick(TEXTS)}`;
  // Half a character would be refused.
  const cut = text.slice(0, length).replace(/[\ud800-\udbff]$/, 'x');
  // Spaces at the ends are removed before the length is checked.
  const trimmed = cut.replace(/^\s|\s$/g, 'x');
  if (!fits(schema, trimmed)) throw new Error(`The examples need a value of '${name}' that matches ${pattern}`);
  return trimmed;
}

function generateNumber({ minimum = 0, maximum = 1000 }: Schema, random: Random): number {
  return random.pick([minimum, maximum, random.between(minimum, Math.min(maximum, minimum + 100))]);
}

function generateList(
  { items = {}, minItems = 0, maxItems = MAX_LIST_LENGTH }: Schema,
  name: string,
  random: Random,
  examples: Examples,
) {
  const length = random.between(minItems, Math.max(minItems, Math.min(maxItems, MAX_LIST_LENGTH)));
  return Array.from({ length }, () => generateValue(items, name, random, examples));
}

function generateObject(
  { properties = {}, required = [], additionalProperties }: Schema,
  random: Random,
  examples: Examples,
) {
  const object: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(properties)) {
    if (required.includes(name) || random.chance(IS_OPTIONAL_GIVEN))
      object[name] = generateValue(schema, name, random, examples);
  }
  if (additionalProperties) Object.assign(object, random.pick(examples('*')));
  return object;
}
