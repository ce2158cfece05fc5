import type { TextIssue, TextKind, TextPreview, TextSource } from '#contract/admin/texts.ts';
import type { HelpSection } from '#contract/content.ts';
import { toLosAngelesDate } from '../../analytics/los-angeles-date.ts';
import { type CompiledText, findLine, type TextsByKind } from '../compile-text.ts';
import { CompileTimeout } from '../text-compiler.ts';
import { findKind } from '../text-keys.ts';
import type { Texts } from '../texts.ts';

const TIMEOUT_MS = 2000;

/** A text as it would be published at a time, and what is wrong with it, alone and among the others. */
export async function checkText(
  texts: Texts,
  key: string,
  source: TextSource,
  at: Date,
): Promise<{ text: CompiledText | undefined; issues: TextIssue[] }> {
  const request = { key, source, publishedOn: toLosAngelesDate(at) };
  const { text, issues } = await texts.compiler.compile(request, TIMEOUT_MS).catch(toIssue);
  if (text === undefined) return { text, issues };
  const kind = findKind(key);
  if (kind === 'help') return { text, issues: findDuplicates(texts, key, text as TextsByKind['help'], at) };
  if (kind === 'words') return { text, issues: findUnknownQuestions(texts, source, text as TextsByKind['words'], at) };
  return { text, issues };
}

/** What the page of the editor shows of a text. */
export async function previewText(texts: Texts, key: string, source: TextSource): Promise<TextPreview> {
  const now = new Date();
  const { text, issues } = await checkText(texts, key, source, now);
  const kind = findKind(key);
  const warnings = kind === 'help' && text ? findLostWords(texts, key, text as TextsByKind['help'], now) : [];
  const shownAs = kind === undefined || kind === 'words' ? undefined : SHOWN_AS[kind];
  return { issues, warnings, ...(text && shownAs && { [shownAs]: text }) };
}

function toIssue(error: unknown) {
  if (!(error instanceof CompileTimeout)) throw error;
  const message = 'This text takes too long to render. Make it shorter or simpler.';
  return { text: undefined, issues: [{ path: 'markdown', line: null, message }] };
}

const SHOWN_AS: Record<Exclude<TextKind, 'words'>, Exclude<keyof TextPreview, 'issues' | 'warnings'>> = {
  home: 'home',
  post: 'post',
  help: 'section',
  faq: 'section',
  policy: 'policy',
};

const toIds = ({ id, questions }: HelpSection) => [id, ...questions.map((question) => question.id)];

/** Questions of one page have addresses of their own, so none may be in two sections. */
function findDuplicates(texts: Texts, key: string, section: TextsByKind['help'], at: Date): TextIssue[] {
  const others = [...texts.list('help', at.getTime())].filter(([other]) => other !== key).map(([, other]) => other);
  return toIds(section).flatMap((id) => {
    const other = others.find((one) => toIds(one).includes(id));
    const name = section.questions.find((question) => question.id === id)?.question ?? section.title;
    return other ? [{ path: 'markdown', line: null, message: `“${name}” is in “${other.title}” too.` }] : [];
  });
}

function findUnknownQuestions(
  texts: Texts,
  { markdown }: TextSource,
  words: TextsByKind['words'],
  at: Date,
): TextIssue[] {
  const known = new Set([...texts.list('help', at.getTime()).values()].flatMap(toIds));
  return Object.keys(words)
    .filter((id) => !known.has(id))
    .map((id) => ({ path: 'markdown', line: findLine(markdown, id), message: `There’s no question “${id}”.` }));
}

/** The words of questions that this text no longer has. */
function findLostWords(texts: Texts, key: string, section: TextsByKind['help'], at: Date): string[] {
  const words = texts.find('words', 'help-words', at.getTime()) ?? {};
  const published = texts.find('help', key, at.getTime());
  return (published?.questions ?? [])
    .filter(({ id }) => Object.hasOwn(words, id) && !toIds(section).includes(id))
    .map(({ id, question }) => `The search words of “${question}” (${id}) no longer belong to a question.`);
}
