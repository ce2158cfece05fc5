import { messageResponseSchema } from '#contract/accounts.ts';
import { addedFactorSchema, totpConfirmationSchema, totpSetupSchema } from '#contract/admin/second-factor.ts';
import { apiErrorSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import { errorResponses } from '#server/accounts/error-responses.ts';
import { findUser } from '#server/accounts/user.ts';
import type { Api } from '#server/platform/http/api.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import { mustHaveSecondFactor, requireConfirmedEmail, requireStepUp } from '#server/platform/http/permissions.ts';
import { requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import { type FactorMailDeps, sendFactorEmail } from './emails.ts';
import { addFactor, removeFactor } from './factors.ts';
import type { ProofDeps } from './proofs.ts';
import { beginTotp, confirmTotp } from './totp.ts';

const tags = ['Accounts'];
const prefix = '/api/user/second-factor';
const onRequest = [requireSignedIn, requireStepUp];
const mayAdd = [requireSignedIn, requireConfirmedEmail, requireStepUp];
const done = { 200: messageResponseSchema, ...errorResponses, 404: apiErrorSchema };
const added = { 201: addedFactorSchema, ...errorResponses };

/** The authenticator app of the account. */
export function totpRoutes(api: Api, deps: FactorMailDeps & ProofDeps) {
  const { db, site, totpSecrets } = deps;

  api.post(
    `${prefix}/totp`,
    {
      onRequest: mayAdd,
      schema: {
        tags,
        summary: 'Make a secret for an authenticator app',
        response: { 201: totpSetupSchema, ...errorResponses },
      },
    },
    async (request, reply) => {
      const { accountId } = requireUser(request);
      const { username } = await findUser(db, accountId);
      return reply.code(201).send(await beginTotp(db, totpSecrets, { accountId, username, siteName: site.name }));
    },
  );

  api.post(
    `${prefix}/totp/confirmation`,
    {
      onRequest: mayAdd,
      schema: {
        tags,
        summary: 'Add the authenticator app by a code of it',
        body: totpConfirmationSchema,
        response: added,
      },
    },
    async (request, reply) => {
      const { accountId, sessionId } = requireUser(request);
      const change = await addFactor(db, { accountId, sessionId, by: 'totp' }, (trx) =>
        confirmTotp(trx, totpSecrets, { accountId, ...request.body }),
      );
      sendFactorEmail(deps, change, 'added');
      return reply.code(201).send({ recoveryCodes: change.recoveryCodes });
    },
  );

  api.delete(
    `${prefix}/totp`,
    { onRequest, schema: { tags, summary: 'Remove the authenticator app', response: done } },
    async (request) => {
      const { accountId } = requireUser(request);
      const factor = { accountId, kind: 'totp' as const, isRequired: mustHaveSecondFactor(request) };
      const change = await removeFactor(db, factor, async (trx) => {
        const removed = await trx
          .deleteFrom('totp_factors')
          .where('account_id', '=', accountId)
          .where('confirmed_at', 'is not', null)
          .returning('account_id')
          .executeTakeFirst();
        if (!removed) throw new NotFound(t('This authenticator app has been removed.'));
      });
      sendFactorEmail(deps, change, 'removed');
      return { message: t('Authenticator app removed.') };
    },
  );
}
