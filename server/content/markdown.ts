import type { Marked, Token } from 'marked';
import { resetHeadings } from 'marked-gfm-heading-id';
import type { Html } from '#contract/content.ts';
import { DEFAULT_LANGUAGE, type Language } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import type { TextPictures } from '#server/content/library/text-pictures.ts';
import { MARKED, Refusal, toPlainText, withPictures } from './markdown-rules.ts';

/** A heading of the second level, its id, and the HTML up to the next such heading. */
export interface MarkdownSection {
  id: string;
  title: string;
  html: Html;
}

/** What is refused in a Markdown text, and the line where it is, counted from 1. */
export interface MarkdownIssue {
  line: number;
  message: string;
}

interface RenderedMarkdown {
  html: Html;
  /** The text before the first section. */
  intro: Html;
  sections: MarkdownSection[];
  issues: MarkdownIssue[];
}

const MAX_ISSUES = 20;
// A text of 100,000 characters can become twenty times as long: each cell of a table is an element.
const MAX_HTML_LENGTH = 400_000;

/**
 * Renders GitHub-flavored Markdown. Headings have the id that they end with, as `## Costs {#what-it-costs}`, or else the same as on GitHub;
 * external links open a new tab; `picture:12` is a picture of the library. Refused are HTML, other pictures, checklists, links that are neither of this site nor https, and headings of
 * the first level or with an id that is invalid, used twice, or one that pages have themselves: the blocks that have them are left out,
 * with an issue for each.
 * @param language of the text, in which its links lead to pages of the site
 * @param pictures those that it may name
 */
export function renderMarkdown(
  markdown: string,
  language: Language = DEFAULT_LANGUAGE,
  pictures: TextPictures = new Map(),
): RenderedMarkdown {
  const marked = MARKED[language];
  const rendered: RenderedMarkdown = { html: '', intro: '', sections: [], issues: [] };
  const { issues } = rendered;
  let line = 1;
  const ids = new Set<string>();
  resetHeadings();
  for (const token of attempt(rendered, { line, raw: markdown }, () => marked.lexer(markdown)) ?? []) {
    const block = attempt(rendered, { line, raw: token.raw }, () =>
      withPictures(renderBlock(marked, token, ids), pictures),
    );
    if (block !== undefined) addBlock(rendered, block, isSectionHeading(token));
    if (rendered.html.length > MAX_HTML_LENGTH) {
      issues.push({ line, message: t('This text is too long. Use fewer links and smaller tables.') });
      break;
    }
    if (issues.length >= MAX_ISSUES) break;
    line += countLines(token.raw);
  }
  for (const section of rendered.sections) section.html = section.html.trim();
  return rendered;
}

/** The result, or undefined with an issue where something is refused. @throws whatever else is thrown */
function attempt<Result>(
  { issues }: RenderedMarkdown,
  { line, raw }: { line: number; raw: string },
  work: () => Result,
): Result | undefined {
  try {
    return work();
  } catch (error) {
    // The stack overflowed.
    if (error instanceof RangeError) issues.push({ line, message: t('Use fewer levels of quotes and lists.') });
    else if (!(error instanceof Refusal)) throw error;
    else issues.push({ line: line + countLines(raw.slice(0, raw.indexOf(error.raw))), message: error.message });
    return undefined;
  }
}

const countLines = (text: string) => text.split('\n').length - 1;

const isSectionHeading = (token: Token) => token.type === 'heading' && 'depth' in token && token.depth === 2;

function addBlock(rendered: RenderedMarkdown, block: Html, isHeading: boolean) {
  const { sections } = rendered;
  rendered.html += block;
  const [, id = '', title = ''] = (isHeading && /^<h2 id="([^"]*)">(.*)<\/h2>/s.exec(block)) || [];
  const last = sections.at(-1);
  if (isHeading) sections.push({ id, title: toPlainText(title), html: '' });
  else if (last) last.html += block;
  else rendered.intro += block;
}

/** @param ids those of the headings before. @throws {Refusal} */
function renderBlock(marked: Marked, token: Token, ids: Set<string>): Html {
  const html = marked.parser([token]);
  for (const [, id = ''] of html.matchAll(/<h[2-6] id="([^"]*)"/g)) {
    if (id === '') throw new Refusal('', t('A heading needs a letter or a digit.'));
    if (RESERVED_IDS.includes(id))
      throw new Refusal('', t('Choose another heading: pages use #{id} themselves.', { id }));
    // The ids that `gfmHeadingId` makes are unique already.
    if (ids.has(id)) throw new Refusal('', t('Another heading has the id #{id} too.', { id }));
    ids.add(id);
  }
  return html;
}

// Of elements that pages with texts have, which scripts and links find by them.
const RESERVED_IDS = ['main', 'menu', 'notices', 'root', 'state', 'ask-us', 'call-to-action', 'account-menu'];
