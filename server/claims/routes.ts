import type { Kysely } from 'kysely';
import { messageResponseSchema } from '#contract/accounts.ts';
import { apiErrorSchema, idSchema, listQuerySchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import {
  claimFormSchema,
  claimProofsSchema,
  claimSchema,
  claimTokenSchema,
  phoneCodeRequestSchema,
  phoneCodeSchema,
  redeemedClaimSchema,
} from '#contract/ownership/claims.ts';
import { z } from '#contract/zod.ts';
import { errorResponses } from '#server/accounts/error-responses.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { consumeAddressRateLimit } from '#server/platform/http/address-rate-limit.ts';
import type { Api } from '#server/platform/http/api.ts';
import { getClientAddress } from '#server/platform/http/client-address.ts';
import { setNextLink } from '#server/platform/http/cursor.ts';
import type { RateLimit } from '#server/platform/http/rate-limit.ts';
import { requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import type { PhoneSender } from '#server/platform/phone/phone-sender.ts';
import { claimByAccount, findProvenByAccount } from './account-proof.ts';
import { redeem } from './approval.ts';
import { type ClaimDeps, claim } from './claims.ts';
import { findWaitingSince, listOwnClaims } from './own-claims.ts';
import type { OwnershipDeps } from './ownership.ts';
import { claimByPhone, findProvingPhone, sendClaimCode } from './phone-proof.ts';

// A token has 256 bits and cannot be guessed: this only bounds the work that strangers can cause.
const REDEEM_RATE_LIMIT: RateLimit = { limit: 60, windowSeconds: 60 * 60 };

const tags = ['Claims'];

/** Claiming a listing that has no owner. */
export function claimRoutes(
  api: Api,
  { db, ...parts }: ClaimDeps & OwnershipDeps & { db: Kysely<DB>; phones: PhoneSender | null },
) {
  api.post(
    '/api/ads/:id/claims',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Claim a listing, verified by a link to an email address at its website or by the administrator',
        params: z.object({ id: idSchema }),
        body: claimFormSchema,
        response: { 201: claimSchema, ...errorResponses, 404: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const { accountId } = requireUser(request);
      const made = await claim(db, { ...request.body, accountId, listingId: request.params.id }, parts);
      return reply.code(201).send(made);
    },
  );

  api.post(
    '/api/ads/:id/claims/account-email',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Claim a listing, verified by the account’s confirmed email at the domain of its website',
        params: z.object({ id: idSchema }),
        response: { 200: redeemedClaimSchema, ...errorResponses, 404: apiErrorSchema },
      },
    },
    async (request) => {
      const { accountId } = requireUser(request);
      const listingId = request.params.id;
      await claimByAccount(db, { accountId, listingId }, parts);
      return { message: t('The listing is now yours.'), listingId };
    },
  );

  api.get(
    '/api/ads/:id/claim-proofs',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Get what proves a claim of a listing by the account, and since when one waits',
        params: z.object({ id: idSchema }),
        response: { 200: claimProofsSchema, ...errorResponses },
      },
    },
    async (request) => {
      const { accountId } = requireUser(request);
      const listingId = request.params.id;
      const proven = await findProvenByAccount(db, { accountId, listingIds: [listingId] });
      const phone = parts.phones && (await findProvingPhone(db, { accountId, listingId }));
      const waitingSince = await findWaitingSince(db, { accountId, listingId });
      return { accountEmail: proven.has(listingId), phone: phone?.shown ?? null, waitingSince };
    },
  );

  api.post(
    '/api/ads/:id/claims/phone-codes',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Send a code that claims a listing to its telephone number, by text message or call',
        params: z.object({ id: idSchema }),
        body: phoneCodeRequestSchema,
        response: { 202: messageResponseSchema, ...errorResponses },
      },
    },
    async (request, reply) => {
      const { accountId } = requireUser(request);
      const claim = { accountId, listingId: request.params.id, way: request.body.way };
      await sendClaimCode(db, { ...claim, address: getClientAddress(request) }, parts);
      return reply.code(202).send({ message: t('We’ve sent a code. It works for 10 minutes.') });
    },
  );

  api.post(
    '/api/ads/:id/claims/phone-codes/redeem',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Claim a listing by the code that was sent to its telephone number',
        params: z.object({ id: idSchema }),
        body: phoneCodeSchema,
        response: { 200: redeemedClaimSchema, ...errorResponses, 404: apiErrorSchema },
      },
    },
    async (request) => {
      const { accountId } = requireUser(request);
      const listingId = request.params.id;
      await claimByPhone(db, { accountId, listingId, code: request.body.code }, parts);
      return { message: t('The listing is now yours.'), listingId };
    },
  );

  api.post(
    '/api/claims/redeem',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Redeem the emailed link of a claim, signed in as the claimant',
        body: claimTokenSchema,
        response: { 200: redeemedClaimSchema, ...errorResponses },
      },
    },
    async (request) => {
      await consumeAddressRateLimit(db, 'link', getClientAddress(request), REDEEM_RATE_LIMIT);
      const { accountId } = requireUser(request);
      const listingId = await redeem(db, { accountId, token: request.body.token }, parts);
      return { message: t('The listing is now yours.'), listingId };
    },
  );

  api.get(
    '/api/user/claims',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'List the claims of the account, newest first',
        querystring: listQuerySchema,
        response: { 200: z.array(claimSchema), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { claims, cursor } = await listOwnClaims(db, requireUser(request).accountId, request.query);
      setNextLink(reply, cursor);
      return claims;
    },
  );
}
