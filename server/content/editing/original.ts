import type { TextKind } from '#contract/admin/text-fields.ts';
import type { Heading } from '#contract/content.ts';
import { LANGUAGES, type Language } from '#contract/i18n/languages.ts';
import type { CompiledText } from '#server/content/compile-text.ts';
import { findKind, splitTextKey } from '#server/content/text-keys.ts';
import type { Texts } from '#server/content/texts.ts';

/** What pages in the first other language that has a text show of it. */
export function findOriginalText(
  texts: Texts,
  key: string,
  now: number,
): { language: Language; text: CompiledText } | undefined {
  const { name, language: ownLanguage } = splitTextKey(key);
  for (const language of LANGUAGES.filter((other) => other !== ownLanguage)) {
    const text = texts.find(findKind(name) as TextKind, name, [language], now);
    if (text) return { language, text };
  }
  return undefined;
}

/** The headings of the second level. */
export function toHeadings(text: CompiledText): Heading[] {
  if ('headings' in text) return text.headings;
  return 'questions' in text ? text.questions.map(({ id, question }) => ({ id, title: question })) : [];
}

/**
 * A Markdown text whose headings of the second level end with their ids, so that links to them work when they are translated. It is
 * unchanged where headings and lines that look so do not correspond.
 */
export function withHeadingIds(markdown: string, headings: Heading[]): string {
  const lines = markdown.split('\n');
  let isCode = false;
  const places = lines.flatMap((line, place) => {
    if (/^ {0,3}(?:```|~~~)/.test(line)) isCode = !isCode;
    return !isCode && /^ {0,3}##[ \t]/.test(line) ? [place] : [];
  });
  if (places.length !== headings.length) return markdown;
  for (const [i, place] of places.entries()) {
    const line = lines[place] ?? '';
    if (!/\{#[^{}]*\}\s*$/.test(line))
      lines[place] = `${line.replace(/(?:[ \t]+#+)?[ \t]*$/, '')} {#${headings[i]?.id}}`;
  }
  return lines.join('\n');
}
