import type { Kysely } from 'kysely';
import { apiErrorSchema } from '#contract/api.ts';
import { linkSchema } from '#contract/conversations/links.ts';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import type { NoticeDeps } from '#server/listings/lifecycle/notices.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { consumeAddressRateLimit } from '#server/platform/http/address-rate-limit.ts';
import type { Api } from '#server/platform/http/api.ts';
import { getClientAddress } from '#server/platform/http/client-address.ts';
import { Invalid } from '#server/platform/http/errors.ts';
import { countUses, type RateLimit } from '#server/platform/http/rate-limit.ts';
import { hashToken } from '#server/platform/http/sessions.ts';
import { endAccess, grantAccess } from './guest.ts';
import type { LinkKind } from './links.ts';

const tags = ['Links in emails'];
const OPEN_RATE_LIMIT: RateLimit = { limit: 60, windowSeconds: 60 * 60 };
const RENEW_RATE_LIMIT: RateLimit = { limit: 20, windowSeconds: 60 * 60 };
// New links to one conversation or quote request.
const NEW_LINKS_RATE_LIMIT: RateLimit = { limit: 3, windowSeconds: 24 * 60 * 60 };

/** Links of emails to people without an account: their token is exchanged for a cookie, which opens what the link is about. */
export function linkRoutes(api: Api, { db, kinds, ...deps }: NoticeDeps & { db: Kysely<DB>; kinds: LinkKind[] }) {
  const errors = { 400: apiErrorSchema, 429: apiErrorSchema };

  api.post(
    '/api/links/open',
    {
      schema: {
        tags,
        summary: 'Exchange the token of a link for a cookie',
        body: linkSchema,
        response: { 204: z.null(), ...errors },
      },
    },
    async (request, reply) => {
      await consumeAddressRateLimit(db, 'open-link', getClientAddress(request), OPEN_RATE_LIMIT);
      for (const { open } of kinds) {
        const access = await open(db, hashToken(request.body.token));
        if (!access) continue;
        await grantAccess(db, request, reply, access);
        return reply.code(204).send(null);
      }
      throw new Invalid(t('This link has ended.'));
    },
  );

  api.post(
    '/api/links/renew',
    {
      schema: {
        tags,
        summary:
          'Email another link to the address that a link which has ended was sent to; the response is the same if there is none',
        body: linkSchema,
        response: { 204: z.null(), ...errors },
      },
    },
    async (request, reply) => {
      await consumeAddressRateLimit(db, 'renew-link', getClientAddress(request), RENEW_RATE_LIMIT);
      for (const { find, resend } of kinds) {
        const access = await find(db, hashToken(request.body.token));
        if (!access) continue;
        const [key, id] = Object.entries(access)[0] as [string, number];
        const [secondsLeft] = await countUses(db, [[`renewed-link:${key}:${id}`, NEW_LINKS_RATE_LIMIT]]);
        if (secondsLeft === 0) await resend(db, id, deps);
      }
      return reply.code(204).send(null);
    },
  );

  api.post(
    '/api/links/close',
    {
      schema: { tags, summary: 'End what links have opened in this browser', response: { 204: z.null(), ...errors } },
    },
    async (request, reply) => {
      await endAccess(db, request, reply);
      return reply.code(204).send(null);
    },
  );
}
