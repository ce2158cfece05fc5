import { Marked, type Token } from 'marked';
import { gfmHeadingId, resetHeadings } from 'marked-gfm-heading-id';
import type { Html } from '#contract/content.ts';

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
 * Renders GitHub-flavored Markdown. Headings get the same ids as on GitHub; external links open a new tab. Refused are HTML, pictures,
 * checklists, links that are neither of this site nor https, and headings of the first level or with an id that pages have themselves:
 * the blocks that have them are left out, with an issue for each.
 */
export function renderMarkdown(markdown: string): RenderedMarkdown {
  const rendered: RenderedMarkdown = { html: '', intro: '', sections: [], issues: [] };
  const { issues } = rendered;
  let line = 1;
  // Ids of headings are unique in a text.
  resetHeadings();
  for (const token of attempt(rendered, { line, raw: markdown }, () => marked.lexer(markdown)) ?? []) {
    const block = attempt(rendered, { line, raw: token.raw }, () => renderBlock(token));
    if (block !== undefined) addBlock(rendered, block, isSectionHeading(token));
    if (rendered.html.length > MAX_HTML_LENGTH) {
      issues.push({ line, message: 'This text is too long. Use fewer links and smaller tables.' });
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
    if (error instanceof RangeError) issues.push({ line, message: 'Use fewer levels of quotes and lists.' });
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

/** @throws {Refusal} */
function renderBlock(token: Token): Html {
  const html = marked.parser([token]);
  for (const [, id = ''] of html.matchAll(/<h[2-6] id="([^"]*)"/g)) {
    if (id === '') throw new Refusal('', 'A heading needs a letter or a digit.');
    if (RESERVED_IDS.includes(id)) throw new Refusal('', `Choose another heading: pages use #${id} themselves.`);
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

const refuse = ({ raw }: { raw: string }, message: string, quoted = raw) => {
  const text = quoted.trim().replaceAll(/\s+/g, ' ');
  const short = text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH).toWellFormed()}…` : text;
  return new Refusal(raw, `${message}: ${short}`);
};

const OWN_ORIGIN = 'https://own.example';

/** Whether a link stays on this site. Browsers leave out tabs and line breaks, and read '/\' as '//'. */
const isOwnLink = (href: string) => /^[/#]/.test(href) && URL.parse(href, OWN_ORIGIN)?.origin === OWN_ORIGIN;

const isHttpsLink = (href: string) => href.startsWith('https://') && URL.canParse(href);

const EXTERNAL_LINK_ATTRIBUTES = ' target="_blank" rel="noopener"';

const marked = new Marked(gfmHeadingId(), {
  renderer: {
    html(token) {
      throw refuse(token, 'HTML is not allowed', token.text);
    },
    image(token) {
      throw refuse(token, 'Pictures are not allowed');
    },
    listitem(item) {
      if (item.task) throw refuse(item, 'Checklists are not allowed');
      return false;
    },
    heading(token) {
      if (token.depth === 1) throw refuse(token, 'Begin headings with ##');
      // The renderer of `gfmHeadingId` follows.
      return false;
    },
    tablecell({ tokens, header }) {
      const content = this.parser.parseInline(tokens);
      // The empty corner cell of a table is not a header.
      return header && content ? `<th scope="col">${content}</th>` : `<td>${content}</td>`;
    },
    link(token) {
      const { href, tokens } = token;
      const isExternal = isHttpsLink(href);
      if (!isExternal && !isOwnLink(href)) throw refuse(token, 'A link leads nowhere', href);
      const content = this.parser.parseInline(tokens);
      const note = isExternal ? '<span class="sr-only"> (opens in a new tab)</span>' : '';
      return `<a href="${href.replaceAll('&', '&amp;').replaceAll('"', '%22')}"${isExternal ? EXTERNAL_LINK_ATTRIBUTES : ''}>${content}${note}</a>`;
    },
  },
});
