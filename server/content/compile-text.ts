import { TEXT_FIELDS, type TextKind } from '#contract/admin/text-fields.ts';
import type { TextIssue, TextSource } from '#contract/admin/texts.ts';
import type { BlogPost, HelpSection, HomeTexts, Policy } from '#contract/content.ts';
import type { Language } from '#contract/i18n/languages.ts';
import { t, translateDefined } from '#contract/i18n/t.ts';
import type { z } from '#contract/zod.ts';
import type { TextPictures } from '#server/content/library/text-pictures.ts';
import { checkSentences } from './email-sentences.ts';
import { type MarkdownSection, renderMarkdown } from './markdown.ts';
import { toPlainText } from './markdown-rules.ts';
import { checkPrices } from './price-placeholders.ts';
import { readWords } from './read-words.ts';
import { findKind, splitTextKey, toSlug } from './text-keys.ts';

/** A text as pages have it, by its kind. */
export interface TextsByKind {
  home: HomeTexts;
  post: BlogPost;
  help: HelpSection & { order: number };
  /** The words by the id of the question. */
  words: { language: Language; words: Record<string, string> };
  faq: HelpSection;
  policy: Policy;
  email: EmailText;
}

/** Sentences of emails. */
export interface EmailText {
  language: Language;
  /** What it is about, as `defineMessage` defined it; empty for what the staff wrote. */
  title: string;
  /** Those that differ from the release, by name. */
  sentences: Record<string, string>;
}
export type CompiledText = TextsByKind[TextKind];

/** The dependencies of compiling a text. */
export interface CompileContext {
  /** The day on which it appeared or will: '2025-04-03'. */
  publishedOn: string;
  isCounty: (slug: string) => boolean;
  /** Those of the library that the text may name. */
  pictures?: TextPictures;
  /** The text of the release, of which an email is made. */
  release?: TextSource;
}

const WORDS_PER_MINUTE = 220;

/**
 * Checks a text and compiles it for pages.
 * @param key of a text that can exist
 * @returns the text, or what is wrong with it
 */
export function compileText<Kind extends TextKind>(
  key: string,
  { fields, markdown }: TextSource,
  context: CompileContext,
): { text: TextsByKind[Kind]; issues: [] } | { text: undefined; issues: TextIssue[] } {
  const kind = findKind(key) as Kind;
  const parsed = (TEXT_FIELDS[kind] as z.ZodType<Record<string, string>>).safeParse(fields);
  const issues = (parsed.error?.issues ?? []).map(
    (issue): TextIssue => ({ path: issue.path.join('.'), line: null, message: translateDefined(issue.message) }),
  );
  const values = { ...fields, ...parsed.data };
  const { language } = splitTextKey(key);
  const compiled = compilers[kind]({ key, language, values, markdown, context }) as {
    text: TextsByKind[Kind];
    issues: TextIssue[];
  };
  issues.push(...compiled.issues, ...checkPrices(markdown));
  return issues.length === 0 ? { text: compiled.text, issues: [] } : { text: undefined, issues };
}

interface CompilerInput {
  key: string;
  language: Language;
  values: Record<string, string>;
  markdown: string;
  context: CompileContext;
}

type Compiler<Kind extends TextKind> = (input: CompilerInput) => { text: TextsByKind[Kind]; issues: TextIssue[] };

const compilers: { [Kind in TextKind]: Compiler<Kind> } = {
  home: ({ language, values, markdown }) => ({
    text: { ...values, language } as unknown as HomeTexts,
    issues: markdown.trim() === '' ? [] : [{ path: 'markdown', line: 1, message: t('This text has fields only.') }],
  }),

  post({ key, language, values, markdown, context }) {
    const { html, sections, issues } = render(markdown, language, context);
    const { title = '', date, county = '', excerpt = '', description = '', cover = '' } = values;
    const picture = context.pictures?.get(Number(cover)) ?? null;
    if (/^\d+$/.test(cover) && !picture?.alt) {
      const message = picture ? t('Describe this picture in the library first') : t('Choose a picture of the library');
      issues.push({ path: 'cover', line: null, message });
    }
    if (!context.isCounty(county)) issues.push({ path: 'county', line: null, message: t('Choose a county') });
    return {
      issues,
      text: {
        language,
        slug: toSlug(key),
        title,
        date: date || context.publishedOn,
        county,
        excerpt,
        description,
        minutes: Math.ceil(toPlainText(html).split(' ').length / WORDS_PER_MINUTE),
        headings: sections.map(toHeading),
        html,
        cover: picture,
      },
    };
  },

  help(input) {
    const { issues, section } = renderSection(input);
    return { issues, text: { ...section, order: Number(input.values.order) } };
  },

  words({ language, markdown }) {
    const { words, issues } = readWords(markdown);
    return { issues, text: { language, words } };
  },

  faq(input) {
    const { issues, section } = renderSection(input);
    return { issues, text: section };
  },

  email({ language, values, context }) {
    const { sentences, issues } = checkSentences(context.release?.fields ?? {}, values);
    return { issues, text: { language, title: '', sentences } };
  },

  policy({ language, values: { title = '', description = '' }, markdown, context }) {
    const { html, sections, issues } = render(markdown, language, context);
    return {
      issues,
      text: { language, title, description, updated: context.publishedOn, headings: sections.map(toHeading), html },
    };
  },
};

const toHeading = ({ id, title }: MarkdownSection) => ({ id, title });

function render(markdown: string, language: Language, { pictures }: CompileContext) {
  const rendered = renderMarkdown(markdown, language, pictures);
  const issues = rendered.issues.map((issue): TextIssue => ({ path: 'markdown', ...issue }));
  if (rendered.html === '' && issues.length === 0)
    issues.push({ path: 'markdown', line: 1, message: t('The text is empty.') });
  return { ...rendered, issues };
}

/** Of questions as headings of the second level, each with its answer. Its id is the same in all languages. */
function renderSection({ key, language, values, markdown, context }: CompilerInput): {
  section: HelpSection;
  issues: TextIssue[];
} {
  const { intro, sections, issues } = render(markdown, language, context);
  const fail = (message: string) => issues.push({ path: 'markdown', line: 1, message });
  if (intro !== '') fail(t('Begin with a question: ## How does it work?'));
  const unanswered = sections.find(({ html }) => html === '');
  if (unanswered && issues.length === 0)
    fail(t('A question has no answer: {question}', { question: unanswered.title }));
  const questions = sections.map(({ id, title: question, html: answer }) => ({ id, question, answer }));
  return { issues, section: { language, id: toSlug(key), title: values.title ?? '', questions } };
}
