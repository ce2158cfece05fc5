import type { TextKind } from '#contract/admin/text-fields.ts';
import type { TextIssue, TextPreview, TextSource } from '#contract/admin/texts.ts';
import type { HelpSection } from '#contract/content.ts';
import { DEFAULT_LANGUAGE, toLocale } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { toLosAngelesDate } from '#server/analytics/los-angeles-date.ts';
import type { CompiledText, EmailText, TextsByKind } from '#server/content/compile-text.ts';
import { insertPrices } from '#server/content/prices.ts';
import { findLine } from '#server/content/read-words.ts';
import { CompileTimeout } from '#server/content/text-compiler.ts';
import { findKind, splitTextKey, withFallback } from '#server/content/text-keys.ts';
import type { Texts } from '#server/content/texts.ts';
import { getLanguage } from '#server/platform/http/request-language.ts';
import { findDeadLinks, type LinkDeps } from './dead-links.ts';
import type { TextDeps } from './find-texts.ts';
import { findOriginalText, toHeadings } from './original.ts';

const TIMEOUT_MS = 2000;

/** A text as it would be published at a time, and what is wrong with it, alone and among the others. */
export async function checkText(
  texts: Texts,
  key: string,
  source: TextSource,
  at: Date,
): Promise<{ text: CompiledText | undefined; issues: TextIssue[] }> {
  const request = { key, source, publishedOn: toLosAngelesDate(at), issuesIn: getLanguage() };
  const { text, issues } = await texts.compiler.compile(request, TIMEOUT_MS).catch(toIssue);
  if (text === undefined) return { text, issues };
  const kind = findKind(key);
  if (kind === 'help') return { text, issues: findDuplicates(texts, key, text as TextsByKind['help'], at) };
  if (kind === 'words') {
    const { words } = text as TextsByKind['words'];
    return { text, issues: findUnknownQuestions(texts, key, { markdown: source.markdown, words }, at) };
  }
  return { text, issues };
}

/** What the page of the editor shows of a text, whose page has a path. */
export async function previewText(
  texts: Texts,
  { key, path }: { key: string; path: string },
  source: TextSource,
  { db, previewEmails, ...links }: LinkDeps & Pick<TextDeps, 'db'> & { previewEmails: PreviewEmails },
): Promise<TextPreview> {
  const now = new Date();
  const { text, issues } = await checkText(texts, key, source, now);
  const kind = findKind(key);
  if (kind === 'email')
    return { issues, warnings: [], ...(text && { emails: previewEmails(key, (text as EmailText).sentences) }) };
  const warnings = text
    ? [
        ...(kind === 'help' ? findLostWords(texts, key, text as TextsByKind['help'], now) : []),
        ...findLostHeadings(texts, key, text, now),
        ...(await findDeadLinks(links, text, path)),
      ]
    : [];
  const shownAs = kind === undefined || kind === 'words' ? undefined : SHOWN_AS[kind];
  return { issues, warnings, ...(text && shownAs && { [shownAs]: (await insertPrices(db, text)).text }) };
}

/** Writes emails with sample data and with these sentences in place of those of a text. */
export type PreviewEmails = (key: string, sentences: EmailText['sentences']) => TextPreview['emails'];

function toIssue(error: unknown) {
  if (!(error instanceof CompileTimeout)) throw error;
  const message = t('This text takes too long to render. Make it shorter or simpler.');
  return { text: undefined, issues: [{ path: 'markdown', line: null, message }] };
}

const SHOWN_AS: Record<
  Exclude<TextKind, 'words' | 'email'>,
  Exclude<keyof TextPreview, 'issues' | 'warnings' | 'emails'>
> = {
  home: 'home',
  post: 'post',
  help: 'section',
  faq: 'section',
  policy: 'policy',
};

const toIds = ({ id, questions }: HelpSection) => [id, ...questions.map((question) => question.id)];

/** The sections of the help that pages in the language of a text show. */
const listHelp = (texts: Texts, key: string, at: Date) =>
  texts.list('help', withFallback(splitTextKey(key).language), at.getTime());

/** Questions of one page have addresses of their own, so none may be in two sections. */
function findDuplicates(texts: Texts, key: string, section: TextsByKind['help'], at: Date): TextIssue[] {
  const { name: ownName } = splitTextKey(key);
  const others = [...listHelp(texts, key, at)].filter(([name]) => name !== ownName).map(([, other]) => other);
  return toIds(section).flatMap((id) => {
    const other = others.find((one) => toIds(one).includes(id));
    const name = section.questions.find((question) => question.id === id)?.question ?? section.title;
    if (!other) return [];
    return [
      { path: 'markdown', line: null, message: t('“{name}” is in “{title}” too.', { name, title: other.title }) },
    ];
  });
}

function findUnknownQuestions(
  texts: Texts,
  key: string,
  { markdown, words }: { markdown: string; words: TextsByKind['words']['words'] },
  at: Date,
): TextIssue[] {
  const known = new Set([...listHelp(texts, key, at).values()].flatMap(toIds));
  return Object.keys(words)
    .filter((id) => !known.has(id))
    .map((id) => ({
      path: 'markdown',
      line: findLine(markdown, id),
      message: t('There’s no question “{id}”.', { id }),
    }));
}

/** The words of questions that this text no longer has. */
function findLostWords(texts: Texts, key: string, section: TextsByKind['help'], at: Date): string[] {
  const { name, language } = splitTextKey(key);
  const { words = {} } = texts.find('words', 'help-words', [language], at.getTime()) ?? {};
  const published = texts.find('help', name, [language], at.getTime());
  return (published?.questions ?? [])
    .filter(({ id }) => Object.hasOwn(words, id) && !toIds(section).includes(id))
    .map(({ id, question }) =>
      t('The search words of “{question}” ({id}) no longer belong to a question.', { question, id }),
    );
}

/** The headings of the text that this one translates to which links with its ids lead. */
function findLostHeadings(texts: Texts, key: string, text: CompiledText, at: Date): string[] {
  const original = findOriginalText(texts, key, at.getTime());
  if (!original || splitTextKey(key).language === DEFAULT_LANGUAGE) return [];
  const names = new Intl.DisplayNames(toLocale(getLanguage()), { type: 'language' });
  const ids = toHeadings(text).map(({ id }) => id);
  const lost = toHeadings(original.text).filter(({ id }) => !ids.includes(id));
  return lost.map(({ id, title }) =>
    t('Links to “{title}” in the text in {language} find no heading here: one needs {id} behind it.', {
      title,
      language: names.of(original.language) ?? original.language,
      id: `{#${id}}`,
    }),
  );
}
