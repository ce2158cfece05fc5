import { normalizeText } from '#server/source-files/normalize-text.ts';

/** Names that tell columns apart: one without a name, or with that of another, has its position. */
export function nameColumns(fields: string[]): string[] {
  const names = fields.map(normalizeText);
  const keys = names.map((name) => name.toLowerCase());
  return names.map((name, index) => {
    const isDouble = keys.indexOf(keys[index] ?? '') !== keys.lastIndexOf(keys[index] ?? '');
    if (name === '') return `column ${index + 1}`;
    return isDouble ? `${name} (column ${index + 1})` : name;
  });
}

/** The name of a column without the position that tells it from another of that name. */
export const withoutPosition = (name: string): string => name.replace(/ \(column \d+\)$/, '');
