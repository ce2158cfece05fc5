import { Marked, type Token, type Tokens } from 'marked';
import { gfmHeadingId, resetHeadings } from 'marked-gfm-heading-id';
import type { Html } from '#contract/content.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, toLocalHref } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { inLanguage } from '../http/request-language.ts';

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
  /** What is in front of the first section. */
  intro: Html;
  sections: MarkdownSection[];
  issues: MarkdownIssue[];
}

const MAX_ISSUES = 20;
// A text of 100,000 characters can become twenty times as long: each cell of a table is an element.
const MAX_HTML_LENGTH = 400_000;

/**
 * Renders GitHub-flavored Markdown. Headings have the id that they end with, as `## Costs {#what-it-costs}`, or else the same as on GitHub;
 * external links open a new tab. Refused are HTML, pictures, checklists, links that are neither of this site nor https, and headings of
 * the first level or with an id that is invalid, used twice, or one that pages have themselves: the blocks that have them are left out,
 * with an issue for each.
 * @param language of the text, in which its links lead to pages of the site
 */
export function renderMarkdown(markdown: string, language: Language = DEFAULT_LANGUAGE): RenderedMarkdown {
  const marked = MARKED[language];
  const rendered: RenderedMarkdown = { html: '', intro: '', sections: [], issues: [] };
  const { issues } = rendered;
  let line = 1;
  const ids = new Set<string>();
  resetHeadings();
  for (const token of attempt(rendered, { line, raw: markdown }, () => marked.lexer(markdown)) ?? []) {
    const block = attempt(rendered, { line, raw: token.raw }, () => renderBlock(marked, token, ids));
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
    // The end of the stack.
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
    // Those of GitHub are different by themselves.
    if (ids.has(id)) throw new Refusal('', t('Another heading has the id #{id} too.', { id }));
    ids.add(id);
  }
  return html;
}

// Of elements that pages with texts have, which scripts and links find by them.
const RESERVED_IDS = ['main', 'menu', 'notices', 'root', 'state', 'ask-us', 'call-to-action', 'account-menu'];

/** Strips the tags from HTML and decodes its entities. */
export function toPlainText(html: Html): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] as string)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Thrown by the renderer, with the source of what is refused. */
class Refusal extends Error {
  readonly raw: string;

  constructor(raw: string, message: string) {
    super(message);
    this.raw = raw;
  }
}

const MAX_QUOTED_LENGTH = 60;

/** As much of what is refused as an issue quotes. */
function quote(source: string): string {
  const text = source.trim().replaceAll(/\s+/g, ' ');
  return text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH).toWellFormed()}…` : text;
}

const OWN_ORIGIN = 'https://own.example';

/** Whether a link stays on this site. Browsers leave out tabs and line breaks, and read '/\' as '//'. */
const isOwnLink = (href: string) => /^[/#]/.test(href) && URL.parse(href, OWN_ORIGIN)?.origin === OWN_ORIGIN;

const isHttpsLink = (href: string) => href.startsWith('https://') && URL.canParse(href);

const EXTERNAL_LINK_ATTRIBUTES = ' target="_blank" rel="noopener"';

const HEADING_ID = /^[a-z0-9-]*[a-z0-9][a-z0-9-]*$/;

/** A heading without the id that it ends with, and this id; undefined without one. @throws {Refusal} for an invalid one */
function splitHeadingId(heading: Tokens.Heading): { id: string; tokens: Token[] } | undefined {
  const [found, id = ''] = /(?<!\\)\{#([^{}]*)\}$/.exec(heading.text.trimEnd()) ?? [];
  if (found === undefined) return undefined;
  const last = heading.tokens.at(-1);
  if (!HEADING_ID.test(id) || last?.type !== 'text' || !last.raw.endsWith(found))
    throw new Refusal(
      heading.raw,
      t('The id of a heading has lower-case letters, digits and hyphens only: {quoted}', { quoted: quote(found) }),
    );
  const text = last.raw.slice(0, -found.length).trimEnd();
  return { id, tokens: [...heading.tokens.slice(0, -1), { ...last, raw: text, text }] };
}

const createMarked = (language: Language) =>
  new Marked(gfmHeadingId(), {
    renderer: {
      html({ raw, text }) {
        throw new Refusal(raw, t('HTML is not allowed: {quoted}', { quoted: quote(text) }));
      },
      image({ raw }) {
        throw new Refusal(raw, t('Pictures are not allowed: {quoted}', { quoted: quote(raw) }));
      },
      listitem({ raw, task }) {
        if (task) throw new Refusal(raw, t('Checklists are not allowed: {quoted}', { quoted: quote(raw) }));
        return false;
      },
      heading(token) {
        const { depth, raw } = token;
        if (depth === 1) throw new Refusal(raw, t('Begin headings with ##: {quoted}', { quoted: quote(raw) }));
        const split = splitHeadingId(token);
        // The renderer of `gfmHeadingId` follows.
        if (!split) return false;
        const title = this.parser.parseInline(split.tokens);
        if (!/[\p{L}\p{N}]/u.test(toPlainText(title)))
          throw new Refusal(raw, t('A heading needs a letter or a digit.'));
        return `<h${depth} id="${split.id}">${title}</h${depth}>\n`;
      },
      tablecell({ tokens, header }) {
        const content = this.parser.parseInline(tokens);
        // The empty corner cell of a table is not a header.
        return header && content ? `<th scope="col">${content}</th>` : `<td>${content}</td>`;
      },
      link({ href, raw, tokens }) {
        const isExternal = isHttpsLink(href);
        if (!isExternal && !isOwnLink(href))
          throw new Refusal(raw, t('A link leads nowhere: {quoted}', { quoted: quote(href) }));
        const content = this.parser.parseInline(tokens);
        // In the language of the text, whoever edits it.
        const note = isExternal
          ? `<span class="sr-only"> ${inLanguage(language, () => t('(opens in a new tab)'))}</span>`
          : '';
        const address = toLocalHref(href, language).replaceAll('&', '&amp;').replaceAll('"', '%22');
        return `<a href="${address}"${isExternal ? EXTERNAL_LINK_ATTRIBUTES : ''}>${content}${note}</a>`;
      },
    },
  });

/** Renderers of texts by their language. */
const MARKED = Object.fromEntries(LANGUAGES.map((language) => [language, createMarked(language)])) as Record<
  Language,
  Marked
>;
