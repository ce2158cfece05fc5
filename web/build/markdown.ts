import { Marked } from 'marked';
import { gfmHeadingId } from 'marked-gfm-heading-id';
import type { Html } from '#contract/content.ts';

/** A heading of the second level, its anchor, and what follows up to the next one. */
export interface MarkdownSection {
  id: string;
  title: string;
  html: Html;
}

/**
 * Renders GitHub's Markdown. Headings have anchors as on GitHub; links that leave the site open a tab of their own.
 * @throws for HTML, and for links that are neither of this site nor https
 */
export function renderMarkdown(markdown: string): { html: Html; sections: MarkdownSection[] } {
  const html = marked.parse(markdown, { async: false });
  const [, ...pieces] = html.split(/^<h2 id="([^"]*)">(.*)<\/h2>$/m);
  const sections: MarkdownSection[] = [];
  for (let at = 0; at < pieces.length; at += 3) {
    const [id = '', title = '', rest = ''] = pieces.slice(at, at + 3);
    sections.push({ id, title: toPlainText(title), html: rest.trim() });
  }
  return { html, sections };
}

/** What an HTML text says, without its tags. */
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
      const words = this.parser.parseInline(tokens);
      // The corner of a table heads nothing.
      return header && words ? `<th scope="col">${words}</th>` : `<td>${words}</td>`;
    },
    link({ href, tokens }) {
      const outside = href.startsWith('https://');
      if (!outside && !/^[/#]/.test(href)) throw new Error(`A link leads nowhere: ${href}`);
      const words = this.parser.parseInline(tokens);
      const note = outside ? '<span class="sr-only"> (opens in a new tab)</span>' : '';
      return `<a href="${href.replaceAll('&', '&amp;').replaceAll('"', '%22')}"${outside ? EXTERNAL_LINK_ATTRIBUTES : ''}>${words}${note}</a>`;
    },
  },
});
