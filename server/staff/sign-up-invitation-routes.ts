import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { signUpInvitationFormSchema, signUpInvitationsSchema } from '#contract/admin/users.ts';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { z } from '#contract/zod.ts';
import type { AccountMailer } from '#server/accounts/account-mailer.ts';
import {
  inviteToSignUp,
  listSignUpInvitations,
  withdrawSignUpInvitation,
} from '#server/accounts/email-address/sign-up-invitations.ts';
import { type SiteInfo, signUpInvitationEmail } from '#server/accounts/emails.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import { changeErrorResponses, tags } from './route-options.ts';

const onRequest = requirePermission('accounts');
const params = z.object({ id: idSchema });
const response = { 200: signUpInvitationsSchema, ...changeErrorResponses };

/** Invitations to create an account: sent, sent again, listed and withdrawn. */
export function signUpInvitationRoutes(
  api: Api,
  { db, mailer, site }: { db: Kysely<DB>; mailer: AccountMailer; site: SiteInfo },
) {
  const list = async () => ({ invitations: await listSignUpInvitations(db) });
  const toActor = (request: FastifyRequest) => requireUser(request).accountId;

  api.get(
    '/api/admin/sign-up-invitations',
    { onRequest, schema: { tags, summary: 'List the invitations to create an account', response } },
    list,
  );

  api.post(
    '/api/admin/sign-up-invitations',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Invite an address to create an account, or do so again',
        body: signUpInvitationFormSchema,
        response: { ...response, 429: apiErrorSchema, 503: apiErrorSchema },
      },
    },
    async (request) => {
      const { email } = request.body;
      const token = await inviteToSignUp(db, email, toActor(request));
      await mailer.send(writeEmail(request.language, () => signUpInvitationEmail(site, email, token)));
      return list();
    },
  );

  api.delete(
    '/api/admin/sign-up-invitations/:id',
    {
      onRequest,
      schema: { tags, summary: 'Withdraw an invitation', params, response },
    },
    async (request) => {
      await withdrawSignUpInvitation(db, request.params.id, toActor(request));
      return list();
    },
  );
}
