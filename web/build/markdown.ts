import { Marked } from 'marked';
import { gfmHeadingId } from 'marked-gfm-heading-id';
import type { Html } from '#contract/content.ts';

/** A heading of the second level, its id, and the HTML up to the next such heading. */
export interface MarkdownSection {
  id: string;
  title: string;
  html: Html;
}

/**
 * Renders GitHub-flavored Markdown. Headings get the same ids as on GitHub; external links open a new tab.
 * @throws {Error} for HTML, and for links that are neither relative nor https
 */
export function renderMarkdown(markdown: string): { html: Html; sections: MarkdownSection[] } {
  const html = marked.parse(markdown, { async: false });
  const [, ...matches] = html.split(/^<h2 id="([^"]*)">(.*)<\/h2>$/m);
  const sections: MarkdownSection[] = [];
  for (let index = 0; index < matches.length; index += 3) {
    const [id = '', title = '', body = ''] = matches.slice(index, index + 3);
    sections.push({ id, title: toPlainText(title), html: body.trim() });
  }
  return { html, sections };
}

/** Strips the tags from HTML and decodes its entities. */
export function toPlainText(html: Html): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] as string)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const EXTERNAL_LINK_ATTRIBUTES = ' target="_blank" rel="noopener"';

const marked = new Marked(gfmHeadingId(), {
  renderer: {
    html({ text }) {
      throw new Error(`HTML is not allowed: ${text.trim()}`);
    },
    tablecell({ tokens, header }) {
      const content = this.parser.parseInline(tokens);
      // The empty corner cell of a table is not a header.
      return header && content ? `<th scope="col">${content}</th>` : `<td>${content}</td>`;
    },
    link({ href, tokens }) {
      const isExternal = href.startsWith('https://');
      if (!isExternal && !/^[/#]/.test(href)) throw new Error(`A link leads nowhere: ${href}`);
      const content = this.parser.parseInline(tokens);
      const note = isExternal ? '<span class="sr-only"> (opens in a new tab)</span>' : '';
      return `<a href="${href.replaceAll('&', '&amp;').replaceAll('"', '%22')}"${isExternal ? EXTERNAL_LINK_ATTRIBUTES : ''}>${content}${note}</a>`;
    },
  },
});
