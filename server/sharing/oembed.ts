import { type Language, splitLocalPath, toLocalPath } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import type { ListingPage } from '#contract/listings.ts';
import { EMBED_SIZES, toEmbedCode } from '#contract/ownership/sharing/embed.ts';
import type { Site } from '#contract/site.ts';
import { z } from '#contract/zod.ts';
import { parseListingId } from '#server/analytics/known-pages.ts';

/** The query of `GET /oembed`: https://oembed.com, 2.2. */
export const oembedQuerySchema = z.object({
  url: z.string().min(1).max(500),
  format: z.string().max(20).default('json'),
  maxwidth: z.coerce.number().int().min(1).max(100_000).optional(),
  maxheight: z.coerce.number().int().min(1).max(100_000).optional(),
});
type OembedQuery = z.infer<typeof oembedQuerySchema>;

/** What oEmbed answers about a listing: its card as HTML. */
export const oembedSchema = z.object({
  version: z.literal('1.0'),
  type: z.literal('rich'),
  title: z.string(),
  author_name: z.string(),
  author_url: z.string(),
  provider_name: z.string(),
  provider_url: z.string(),
  cache_age: z.number().int(),
  html: z.string(),
  width: z.number().int(),
  height: z.number().int(),
});

// Pages are embedded for years, and change rarely in what is answered here.
const CACHE_SECONDS = 86_400;

/** The listing whose page, or card, has this address, and in which language; undefined for any other. */
export function readListingUrl(url: string, origin: string): { id: number; language: Language } | undefined {
  if (!URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  // A site that moved to https is still linked to by http.
  if (parsed.host !== new URL(origin).host || !/^https?:$/.test(parsed.protocol)) return undefined;
  const { language, path } = splitLocalPath(parsed.pathname.replace(/\/$/, ''));
  const id = parseListingId(path.replace(/^\/embed\/(\d+)(?:\/(?:light|dark))?$/, '/ads/$1'));
  return id === undefined ? undefined : { id, language };
}

/** The answer about a listing, in the largest size that fits. */
export function toOembed(
  { id, businessName }: Pick<ListingPage, 'id' | 'businessName'>,
  {
    maxwidth = Number.POSITIVE_INFINITY,
    maxheight = Number.POSITIVE_INFINITY,
  }: Pick<OembedQuery, 'maxwidth' | 'maxheight'>,
  { name, origin }: Site,
  language: Language,
): z.infer<typeof oembedSchema> {
  const sizes = Object.values(EMBED_SIZES).filter((size) => size.width <= maxwidth && size.height <= maxheight);
  const size = sizes.at(-1) ?? EMBED_SIZES.small;
  const width = Math.min(size.width, maxwidth);
  const height = Math.min(size.height, maxheight);
  return {
    version: '1.0',
    type: 'rich',
    title: t('{title} on {site}', { title: businessName, site: name }),
    author_name: businessName,
    author_url: origin + toLocalPath(`/ads/${id}`, language),
    provider_name: name,
    provider_url: origin,
    cache_age: CACHE_SECONDS,
    html: toEmbedCode(
      { origin, language, site: name, listing: { id, businessName } },
      { theme: 'auto', width, height },
    ),
    width,
    height,
  };
}
