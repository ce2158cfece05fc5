/** The text of an email from its paragraphs; those that are left out are not texts. */
export const joinParagraphs = (...paragraphs: (string | false | null | undefined)[]): string =>
  paragraphs.filter((paragraph) => typeof paragraph === 'string').join('\n\n');

/** Labels with their values below each other, in columns: one paragraph. */
export function alignRows(rows: [label: string, value: string][]): string {
  const width = Math.max(...rows.map(([label]) => label.length)) + 2;
  return rows.map(([label, value]) => label.padEnd(width) + value).join('\n');
}
