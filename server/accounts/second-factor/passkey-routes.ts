import { messageResponseSchema } from '#contract/accounts.ts';
import {
  addedFactorSchema,
  passkeyCreationSchema,
  passkeyOptionsSchema,
  passkeyRenameSchema,
} from '#contract/admin/second-factor.ts';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import { errorResponses } from '#server/accounts/error-responses.ts';
import { findUser } from '#server/accounts/user.ts';
import type { Api } from '#server/platform/http/api.ts';
import { mustHaveSecondFactor, requireConfirmedEmail, requireStepUp } from '#server/platform/http/permissions.ts';
import { requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import { type FactorMailDeps, sendFactorEmail } from './emails.ts';
import { addFactor, removeFactor } from './factors.ts';
import { addPasskey, beginRegistration, noPasskey, renamePasskey } from './passkeys.ts';
import type { ProofDeps } from './proofs.ts';

const tags = ['Accounts'];
const prefix = '/api/user/second-factor';
const onRequest = [requireSignedIn, requireStepUp];
const mayAdd = [requireSignedIn, requireConfirmedEmail, requireStepUp];
const done = { 200: messageResponseSchema, ...errorResponses, 404: apiErrorSchema };
const added = { 201: addedFactorSchema, ...errorResponses };
const params = z.object({ id: idSchema });

/** The passkeys of the account. */
export function passkeyRoutes(api: Api, deps: FactorMailDeps & Pick<ProofDeps, 'db'>) {
  const { db, site } = deps;

  api.post(
    `${prefix}/passkeys/options`,
    {
      onRequest: mayAdd,
      schema: {
        tags,
        summary: 'What a browser needs to create a passkey',
        response: { 200: passkeyOptionsSchema, ...errorResponses },
      },
    },
    async (request) => {
      const { accountId } = requireUser(request);
      const { username } = await findUser(db, accountId);
      return beginRegistration(db, site, { accountId, username });
    },
  );

  api.post(
    `${prefix}/passkeys`,
    { onRequest: mayAdd, schema: { tags, summary: 'Add a passkey', body: passkeyCreationSchema, response: added } },
    async (request, reply) => {
      const { accountId, sessionId } = requireUser(request);
      const change = await addFactor(db, { accountId, sessionId, by: 'passkey' }, (trx) =>
        addPasskey(trx, site, { accountId, ...request.body }),
      );
      sendFactorEmail(deps, change, 'added');
      return reply.code(201).send({ recoveryCodes: change.recoveryCodes });
    },
  );

  api.patch(
    `${prefix}/passkeys/:id`,
    {
      onRequest: requireSignedIn,
      schema: { tags, summary: 'Name a passkey', params, body: passkeyRenameSchema, response: done },
    },
    async (request) => {
      await renamePasskey(db, { accountId: requireUser(request).accountId, id: request.params.id, ...request.body });
      return { message: t('Passkey renamed.') };
    },
  );

  api.delete(
    `${prefix}/passkeys/:id`,
    { onRequest, schema: { tags, summary: 'Remove a passkey', params, response: done } },
    async (request) => {
      const { accountId } = requireUser(request);
      const change = await removeFactor(
        db,
        { accountId, kind: 'passkey', isRequired: mustHaveSecondFactor(request) },
        async (trx) => {
          const removed = await trx
            .deleteFrom('passkeys')
            .where('id', '=', request.params.id)
            .where('account_id', '=', accountId)
            .returning('id')
            .executeTakeFirst();
          if (!removed) throw noPasskey();
        },
      );
      sendFactorEmail(deps, change, 'removed');
      return { message: t('Passkey removed.') };
    },
  );
}
