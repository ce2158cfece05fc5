import type { FastifyReply } from 'fastify';
import { apiErrorSchema } from '#contract/api.ts';
import { openingSchema } from '#contract/hours/opening-state.ts';
import { LANGUAGES, type Language, toLocalPath } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { listingIdSchema } from '#contract/listings.ts';
import { toSourcePath } from '#contract/ownership/sharing/visit-source.ts';
import type { Site } from '#contract/site.ts';
import { z } from '#contract/zod.ts';
import { listingNotFound } from '#server/listings/read/listings.ts';
import type { Api } from '#server/platform/http/api.ts';
import { HttpError, NotFound } from '#server/platform/http/errors.ts';
import { getDatabaseTime, setSurrogateKeys } from '#server/platform/page-cache/cache-plugin.ts';
import { drawBadge } from './badge.ts';
import { oembedQuerySchema, oembedSchema, readListingUrl, toOembed } from './oembed.ts';
import { findOpening } from './opening.ts';
import { drawQrCode, drawQrCodePng } from './qr.ts';
import { findSharedListing, type SharingDeps } from './shared-listing.ts';
import { toSpecialHoursCalendar } from './special-hours-calendar.ts';
import { toVcard } from './vcard.ts';

type Deps = SharingDeps & { site: Site };

const byId = z.object({ id: listingIdSchema });
const byFile = z.object({ file: z.string().max(40) });

/** What takes a public listing to other sites, paper, address books and calendars. */
export function sharingRoutes(api: Api, deps: Deps) {
  openingRoute(api, deps);
  oembedRoute(api, deps);
  for (const language of LANGUAGES) {
    badgeRoute(api, deps, language);
    qrRoutes(api, deps, language);
    fileRoutes(api, deps, language);
  }
}

function openingRoute(api: Api, deps: Deps) {
  api.get(
    '/api/ads/:id/opening',
    {
      config: { cacheable: true },
      schema: {
        tags: ['Listings'],
        summary: 'Retrieve whether a business is open now, and when that changes; null if that is unknown',
        params: byId,
        response: { 200: openingSchema, 400: apiErrorSchema, 404: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const { opening } = await findOpenListing(reply, deps, request.params.id);
      return { state: opening };
    },
  );
}

/** `/oembed?url={address of a listing's page}`: how other sites show it (https://oembed.com). */
function oembedRoute(api: Api, deps: Deps) {
  api.get(
    '/oembed',
    {
      config: { cacheable: true },
      schema: { hide: true, querystring: oembedQuerySchema, response: { 200: oembedSchema } },
    },
    async (request, reply) => {
      const { url, format, ...size } = request.query;
      if (format !== 'json') throw new HttpError(501, t('Only JSON is available here.'));
      const found = readListingUrl(url, deps.site.origin);
      if (!found) throw new NotFound(t('This address is not that of a listing’s page.'));
      const { listing, surrogateKeys, expiresAt } = await findSharedListing(deps, found.id);
      setSurrogateKeys(reply, surrogateKeys, expiresAt);
      return toOembed(listing, size, deps.site, found.language);
    },
  );
}

/** `/badge/{listing}.svg` and `/badge/{listing}-dark.svg`. */
function badgeRoute(api: Api, deps: Deps, language: Language) {
  api.get(
    toLocalPath('/badge/:file', language),
    { config: { cacheable: true, language }, schema: { hide: true, params: byFile } },
    async (request, reply) => {
      const [, id, dark] = /^(\d+)(-dark)?\.svg$/.exec(request.params.file) ?? [];
      const { listing, opening } = await findOpenListing(reply, deps, parseId(id));
      const badge = drawBadge({ listing, opening, siteName: deps.site.name, theme: dark ? 'dark' : 'light' });
      return reply.type('image/svg+xml; charset=utf-8').send(badge);
    },
  );
}

/** `/qr/{listing}.svg` and `.png`: the code of `/q/{listing}`, which leads to the listing's page and counts as the code's. */
function qrRoutes(api: Api, deps: Deps, language: Language) {
  api.get(
    toLocalPath('/qr/:file', language),
    { config: { cacheable: true, language }, schema: { hide: true, params: byFile } },
    async (request, reply) => {
      const [, digits, format] = /^(\d+)\.(svg|png)$/.exec(request.params.file) ?? [];
      const id = parseId(digits);
      const { surrogateKeys, expiresAt } = await findSharedListing(deps, id);
      setSurrogateKeys(reply, surrogateKeys, expiresAt);
      const url = deps.site.origin + toLocalPath(`/q/${id}`, language);
      return format === 'png'
        ? reply.type('image/png').send(await drawQrCodePng(url))
        : reply.type('image/svg+xml; charset=utf-8').send(drawQrCode(url));
    },
  );

  // Printed codes outlive listings, whose page says so.
  api.get(
    toLocalPath('/q/:id', language),
    { config: { language }, schema: { hide: true, params: byId } },
    async (request, reply) => reply.redirect(toLocalPath(toSourcePath(request.params.id, 'qr'), language), 302),
  );
}

/** `/ads/{id}/contact.vcf` and `/ads/{id}/special-hours.ics`. */
function fileRoutes(api: Api, deps: Deps, language: Language) {
  const options = { config: { cacheable: true, language }, schema: { hide: true, params: byId } };
  const toPage = (id: number) => deps.site.origin + toLocalPath(`/ads/${id}`, language);

  api.get(toLocalPath('/ads/:id/contact.vcf', language), options, async (request, reply) => {
    const { listing, surrogateKeys, expiresAt } = await findSharedListing(deps, request.params.id);
    setSurrogateKeys(reply, surrogateKeys, expiresAt);
    return reply.type('text/vcard; charset=utf-8').send(toVcard(listing, toPage(listing.id)));
  });

  api.get(toLocalPath('/ads/:id/special-hours.ics', language), options, async (request, reply) => {
    const { listing, surrogateKeys, expiresAt } = await findSharedListing(deps, request.params.id);
    if (listing.specialDates.length === 0) throw new NotFound(t('This business has no special hours.'));
    setSurrogateKeys(reply, surrogateKeys, expiresAt);
    return reply.type('text/calendar; charset=utf-8').send(toSpecialHoursCalendar(listing, toPage(listing.id)));
  });
}

/** A listing and whether it is open, which the response shows as long as both are so. */
async function findOpenListing(reply: FastifyReply, deps: SharingDeps, id: number) {
  const { listing, surrogateKeys, expiresAt } = await findSharedListing(deps, id);
  const { state, until } = findOpening(listing, getDatabaseTime());
  setSurrogateKeys(reply, surrogateKeys, expiresAt !== null && expiresAt < until ? expiresAt : until);
  return { listing, opening: state };
}

function parseId(digits: string | undefined): number {
  const id = listingIdSchema.safeParse(digits);
  if (!id.success) throw listingNotFound();
  return id.data;
}
