import type { Kysely } from 'kysely';
import { apiErrorSchema, idSchema, listQuerySchema } from '#contract/api.ts';
import { claimFormSchema, claimSchema, claimTokenSchema, redeemedSchema } from '#contract/claims.ts';
import { z } from '#contract/zod.ts';
import { failures, onlySignedIn } from '../accounts/routes.ts';
import type { DB } from '../db/schema.ts';
import { type Api, linkNext } from '../http/api.ts';
import { addressOf, type Limit, spend } from '../http/limits.ts';
import { signedIn } from '../http/sessions.ts';
import type { NoticeParts } from '../listings/lifecycle/notices.ts';
import { redeem } from './approval.ts';
import { claim, listOwnClaims } from './claims.ts';

// Links carry 256 bits: this only keeps strangers from making us work.
const LINKS: Limit = { most: 60, seconds: 60 * 60 };

const tags = ['Claims'];

/** 'Is this your business?': claiming a listing that nobody owns. */
export function claimRoutes(api: Api, { db, ...parts }: NoticeParts & { db: Kysely<DB> }) {
  api.post(
    '/api/ads/:id/claims',
    {
      onRequest: onlySignedIn,
      schema: {
        tags,
        summary: 'Claims a listing: by a link to an address at its website, or for the administrator to look at',
        params: z.object({ id: idSchema }),
        body: claimFormSchema,
        response: { 201: claimSchema, ...failures, 404: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const { accountId } = signedIn(request);
      const made = await claim(db, { ...request.body, accountId, listingId: request.params.id }, parts);
      return reply.code(201).send(made);
    },
  );

  api.post(
    '/api/claims/redeem',
    {
      onRequest: onlySignedIn,
      schema: {
        tags,
        summary: 'Takes the listing over by the link that was mailed, as the account that claimed it',
        body: claimTokenSchema,
        response: { 200: redeemedSchema, ...failures },
      },
    },
    async (request) => {
      await spend(db, `link:${addressOf(request)}`, LINKS);
      const { accountId } = signedIn(request);
      const listingId = await redeem(db, { accountId, token: request.body.token }, parts);
      return { message: 'The listing is yours now.', listingId };
    },
  );

  api.get(
    '/api/user/claims',
    {
      onRequest: onlySignedIn,
      schema: {
        tags,
        summary: 'The claims that one has made, newest first',
        querystring: listQuerySchema,
        response: { 200: z.array(claimSchema), ...failures },
      },
    },
    async (request, reply) => {
      const { claims, cursor } = await listOwnClaims(db, signedIn(request).accountId, request.query);
      linkNext(reply, cursor);
      return claims;
    },
  );
}
