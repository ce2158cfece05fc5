import type { Kysely } from 'kysely';
import { userSchema } from '#contract/accounts.ts';
import {
  acceptanceSchema,
  foundInvitationSchema,
  invitationTokenSchema,
  invitedRegistrationSchema,
} from '#contract/admin/staff.ts';
import { errorResponses } from '#server/accounts/error-responses.ts';
import type { PasswordPolicy } from '#server/accounts/passwords/password-policy.ts';
import { requireFactorStepUp, type SecondFactor } from '#server/accounts/second-factor.ts';
import { sessionOpener, sessionReplacer } from '#server/accounts/session-opener.ts';
import { findUser } from '#server/accounts/user.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { consumeAddressRateLimit } from '#server/platform/http/address-rate-limit.ts';
import type { Api } from '#server/platform/http/api.ts';
import { getClientAddress } from '#server/platform/http/client-address.ts';
import type { RateLimit } from '#server/platform/http/rate-limit.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { acceptInvitation, registerInvited } from './acceptance.ts';
import { findInvitation } from './open-invitation.ts';

// Tokens have 256 bits, so this only limits the load.
const LINK_RATE_LIMIT: RateLimit = { limit: 60, windowSeconds: 60 * 60 };

const tags = ['Accounts'];
const prefix = '/api/staff-invitations';

/** What the page behind the link of an invitation to the staff does. */
export function staffInvitationRoutes(
  api: Api,
  { db, passwordPolicy, secondFactor }: { db: Kysely<DB>; passwordPolicy: PasswordPolicy; secondFactor: SecondFactor },
) {
  api.post(
    `${prefix}/find`,
    {
      schema: {
        tags,
        summary: 'What an invitation to the staff is for, by the token of its link',
        body: invitationTokenSchema,
        response: { 200: foundInvitationSchema, ...errorResponses },
      },
    },
    async (request) => {
      await consumeAddressRateLimit(db, 'link', getClientAddress(request), LINK_RATE_LIMIT);
      return findInvitation(db, request.body.token);
    },
  );

  api.post(
    `${prefix}/accept`,
    {
      onRequest: requireFactorStepUp({ db, secondFactor }),
      schema: {
        tags,
        summary: 'Accept an invitation to the staff with the account that has its address',
        body: acceptanceSchema,
        response: { 200: userSchema, ...errorResponses },
      },
    },
    async (request, reply) => {
      const { accountId } = requireUser(request);
      await acceptInvitation(db, { accountId, ...request.body }, sessionReplacer(request, reply));
      return findUser(db, accountId);
    },
  );

  api.post(
    `${prefix}/register`,
    {
      schema: {
        tags,
        summary: 'Accept an invitation to the staff with a new account, which is signed in',
        body: invitedRegistrationSchema,
        response: { 201: userSchema, ...errorResponses },
      },
    },
    async (request, reply) => {
      await consumeAddressRateLimit(db, 'link', getClientAddress(request), LINK_RATE_LIMIT);
      const open = sessionOpener(request, reply);
      const accountId = await registerInvited(
        db,
        passwordPolicy,
        { ...request.body, language: request.language },
        (trx, id) => open(trx, id, { by: 'password' }),
      );
      return reply.code(201).send(await findUser(db, accountId));
    },
  );
}
