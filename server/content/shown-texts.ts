import type { TextKind } from '#contract/admin/text-fields.ts';
import type { BlogPostSummary, Help } from '#contract/content.ts';
import { LANGUAGES, type Language, toLocalPath } from '#contract/i18n/languages.ts';
import { assembleHelp } from './help.ts';
import { findKind, splitTextKey } from './text-keys.ts';
import type { Texts } from './texts.ts';

/** The languages in which pages show a text at a time, without those that show it in another one. */
export const listLanguages = (texts: Texts, kind: TextKind, name: string, now: number): Language[] =>
  LANGUAGES.filter((language) => texts.find(kind, name, [language], now));

/**
 * The page that stands in for that of a post which is in other languages alone: the list of posts. The link to a language leads there
 * from the pages in others.
 * @param path of a page that shows nothing
 */
export function findListOfPost(texts: Texts, path: string, now: number): string | undefined {
  const { name, language } = splitTextKey(path.slice(1));
  const isPost = findKind(name) === 'post' && listLanguages(texts, 'post', name, now).length > 0;
  return isPost ? toLocalPath('/blog', language) : undefined;
}

/** The posts, newest first, each in the first of these languages that has it. */
export const listPosts = (texts: Texts, languages: readonly Language[], now: number): BlogPostSummary[] =>
  [...texts.list('post', languages, now).values()]
    .map(({ description: _description, headings: _headings, html: _html, cover: _cover, ...summary }) => summary)
    .sort((a, b) => b.date.localeCompare(a.date) || a.slug.localeCompare(b.slug));

/** The help, each section in the first of these languages that has it. */
export const getHelp = (texts: Texts, languages: readonly Language[], now: number): Help =>
  assembleHelp([...texts.list('help', languages, now).values()], texts.find('words', 'help-words', languages, now));
