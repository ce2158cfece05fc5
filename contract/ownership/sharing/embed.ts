import { type Language, toLocalPath } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { toSourcePath } from './visit-source.ts';

/** The sizes in which a listing's card is offered for other sites, in CSS pixels. The card fits any other one too. */
export const EMBED_SIZES = {
  small: { width: 200, height: 340 },
  medium: { width: 320, height: 280 },
  large: { width: 480, height: 500 },
} as const;
export type EmbedSize = keyof typeof EMBED_SIZES;

/** `auto` follows the visitor's device. */
export const EMBED_THEMES = ['auto', 'light', 'dark'] as const;
export type EmbedTheme = (typeof EMBED_THEMES)[number];

/** Links of the card open in a tab of their own, which is no sandbox; nothing else is allowed, scripts neither. */
export const EMBED_SANDBOX = 'allow-popups allow-popups-to-escape-sandbox';

/** The listing whose code is wanted, on which site and in which language. */
interface EmbeddedListing {
  origin: string;
  language: Language;
  /** The name of the site. */
  site: string;
  listing: { id: number; businessName: string };
}

/** The path of a listing's card for other sites. */
export const toEmbedPath = (listingId: number, theme: EmbedTheme): string =>
  `/embed/${listingId}${theme === 'auto' ? '' : `/${theme}`}`;

/** The HTML with which another site shows a listing's card: a frame without scripts, and a link where there are no frames. */
export function toEmbedCode(
  { origin, language, site, listing }: EmbeddedListing,
  { theme, width, height }: { theme: EmbedTheme; width: number; height: number },
): string {
  const title = escapeHtml(t('{title} on {site}', { title: listing.businessName, site }));
  const source = escapeHtml(origin + toLocalPath(toEmbedPath(listing.id, theme), language));
  const page = escapeHtml(origin + toLocalPath(toSourcePath(listing.id, 'embed'), language));
  return `<iframe src="${source}" title="${title}" width="${width}" height="${height}" style="border:0;max-width:100%" loading="lazy" sandbox="${EMBED_SANDBOX}"><a href="${page}">${title}</a></iframe>`;
}

/** The size of a listing's badge in CSS pixels. */
export const BADGE_SIZE = { width: 240, height: 72 };

/** The path of a listing's badge. It has a variant for dark pages, because a picture does not know its page. */
export const toBadgePath = (listingId: number, theme: 'light' | 'dark'): string =>
  `/badge/${listingId}${theme === 'dark' ? '-dark' : ''}.svg`;

/** The HTML with which another site shows a listing's badge, a picture that links to its page. */
export function toBadgeCode({ origin, language, site, listing }: EmbeddedListing, theme: 'light' | 'dark'): string {
  const alt = escapeHtml(t('{title} on {site}', { title: listing.businessName, site }));
  const source = escapeHtml(origin + toLocalPath(toBadgePath(listing.id, theme), language));
  const page = escapeHtml(origin + toLocalPath(toSourcePath(listing.id, 'badge'), language));
  const { width, height } = BADGE_SIZE;
  return `<a href="${page}"><img src="${source}" alt="${alt}" width="${width}" height="${height}"></a>`;
}

/** The HTML of a plain link to a listing's page. */
export function toLinkCode({ origin, language, site, listing }: EmbeddedListing): string {
  const page = escapeHtml(origin + toLocalPath(toSourcePath(listing.id, 'embed'), language));
  return `<a href="${page}">${escapeHtml(t('{title} on {site}', { title: listing.businessName, site }))}</a>`;
}

const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
