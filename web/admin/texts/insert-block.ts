/**
 * Markdown with a block of its own instead of a selection: between empty lines, and after the paragraph where only the cursor stands in one, so that
 * no sentence is cut in two.
 */
export function insertBlock(markdown: string, start: number, end: number, block: string): string {
  const paragraphEnd = markdown.indexOf('\n\n', start);
  const isInside = start === end && markdown.slice(markdown.lastIndexOf('\n\n', start - 1) + 1, start).trim() !== '';
  const from = !isInside ? start : paragraphEnd < 0 ? markdown.length : paragraphEnd;
  const before = markdown.slice(0, from).trimEnd();
  const after = markdown.slice(isInside ? from : end).trimStart();
  return [before, block, after].filter(Boolean).join('\n\n') + (after ? '' : '\n');
}
