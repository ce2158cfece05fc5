import { toBasePath, toLocale } from '#contract/i18n/languages.ts';
import type { Site } from '#contract/site.ts';
import { getLanguage } from '#server/platform/http/request-language.ts';
import { escapeXml } from '#server/platform/page-cache/escape-xml.ts';

/** A feed, newest entry first. */
export interface Feed {
  title: string;
  /** The path of the page that the feed belongs to. */
  path: string;
  description: string;
  entries: { title: string; path: string; summary: string; at: Date; category?: string }[];
}

/**
 * How a feed is rendered in each format, and its media type. The package `feed` 6.0 was tried: it leaves characters that XML cannot
 * contain, does not escape `<` in attributes of Atom, and takes more lines.
 */
export const FEED_FORMATS = {
  rss: { of: renderRss, type: 'application/rss+xml' },
  atom: { of: renderAtom, type: 'application/atom+xml' },
};

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** RSS 2.0 (rssboard.org/rss-specification). The description of an item is HTML, in which our text is escaped once more. */
function renderRss({ origin: host }: Site, { title, path, description, entries }: Feed): string {
  const origin = host + toBasePath(getLanguage());
  const items = entries.map(
    (entry) => `<item><title>${escapeXml(entry.title)}</title><link>${origin}${entry.path}</link>
<guid isPermaLink="true">${origin}${entry.path}</guid><pubDate>${entry.at.toUTCString()}</pubDate>
${entry.category ? `<category>${escapeXml(entry.category)}</category>\n` : ''}<description>${escapeXml(escapeXml(entry.summary))}</description></item>\n`,
  );
  return `${XML_DECLARATION}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${escapeXml(title)}</title><link>${origin}${path}</link><description>${escapeXml(description)}</description>
<language>${toLocale(getLanguage()).toLowerCase()}</language><atom:link rel="self" type="application/rss+xml" href="${origin}${path}/rss.xml"/>
${items.join('')}</channel></rss>\n`;
}

// Atom requires a date of the last change, which is unknown for an empty feed.
const EMPTY_FEED_UPDATED = new Date('2025-01-01');

/** Atom 1.0 (RFC 4287). */
function renderAtom({ origin: host, name }: Site, { title, path, description, entries }: Feed): string {
  const origin = host + toBasePath(getLanguage());
  const items = entries.map(
    (entry) => `<entry><id>${origin}${entry.path}</id><title>${escapeXml(entry.title)}</title>
<link href="${origin}${entry.path}"/><published>${entry.at.toISOString()}</published><updated>${entry.at.toISOString()}</updated>
${entry.category ? `<category term="${escapeXml(entry.category)}"/>\n` : ''}<summary>${escapeXml(entry.summary)}</summary></entry>\n`,
  );
  const updated = entries[0]?.at ?? EMPTY_FEED_UPDATED;
  return `${XML_DECLARATION}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${toLocale(getLanguage())}"><id>${origin}${path}</id>
<title>${escapeXml(title)}</title><subtitle>${escapeXml(description)}</subtitle><updated>${updated.toISOString()}</updated>
<author><name>${escapeXml(name)}</name></author><link href="${origin}${path}"/>
<link rel="self" type="application/atom+xml" href="${origin}${path}/atom.xml"/>
${items.join('')}</feed>\n`;
}
