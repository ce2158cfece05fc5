import { Marked, type Token, type Tokens } from 'marked';
import { gfmHeadingId } from 'marked-gfm-heading-id';
import type { Html } from '#contract/content.ts';
import { LANGUAGES, type Language, toLocalHref } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { hasVisible } from '#contract/values/visible-characters.ts';
import type { TextPictures } from '#server/content/library/text-pictures.ts';
import { inLanguage } from '#server/platform/http/request-language.ts';

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
export class Refusal extends Error {
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

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const PLACEHOLDER = /<img data-picture="(\d+)" alt="([^"]*)">/g;
const PICTURE_SIZES = '(width < 48rem) 92vw, 40rem';

/** Puts pictures of the library in the place of what the renderer left for them. @throws {Refusal} for one that does not exist */
export const withPictures = (html: Html, pictures: TextPictures): Html =>
  html.replaceAll(PLACEHOLDER, (_, id: string, alt: string) => {
    const picture = pictures.get(Number(id));
    if (!picture) throw new Refusal('', t('The library has no picture {id}.', { id }));
    const { src, srcSet, width, height } = picture;
    return `<img src="${src}" srcset="${srcSet}" sizes="${PICTURE_SIZES}" width="${width}" height="${height}" alt="${alt}" loading="lazy">`;
  });

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
      // `withPictures` replaces it, because the renderer knows no library.
      image({ raw, href, text }) {
        const [, id] = /^picture:([1-9]\d{0,14})$/.exec(href) ?? [];
        if (id === undefined)
          throw new Refusal(raw, t('Only pictures of the library are allowed: {quoted}', { quoted: quote(raw) }));
        if (!hasVisible(text, 1))
          throw new Refusal(raw, t('Describe the picture between the brackets: {quoted}', { quoted: quote(raw) }));
        return `<img data-picture="${id}" alt="${escapeAttribute(text)}">`;
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
export const MARKED = Object.fromEntries(LANGUAGES.map((language) => [language, createMarked(language)])) as Record<
  Language,
  Marked
>;
