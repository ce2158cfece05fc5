import type { FastifyRequest } from 'fastify';
import { messageResponseSchema } from '#contract/accounts.ts';
import {
  addedFactorSchema,
  passkeyCreationSchema,
  passkeyOptionsSchema,
  passkeyRenameSchema,
  secondFactorStateSchema,
  totpConfirmationSchema,
  totpSetupSchema,
} from '#contract/admin/second-factor.ts';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import type { Api } from '../../http/api.ts';
import { NotFound } from '../../http/errors.ts';
import { findMissingStaffSecurity, requireStepUp } from '../../http/permissions.ts';
import { recordVerification, requireSignedIn, requireUser } from '../../http/sessions.ts';
import { writeEmail } from '../../mail/language.ts';
import type { AccountMailer } from '../account-mailer.ts';
import { secondFactorEmail } from '../emails.ts';
import { errorResponses } from '../routes.ts';
import { findUser } from '../user.ts';
import { addFactor, type FactorChange, makeRecoveryCodes, removeFactor } from './factors.ts';
import { addPasskey, beginRegistration, noPasskey, renamePasskey } from './passkeys.ts';
import type { ProofDeps } from './proofs.ts';
import { getFactors } from './state.ts';
import { beginTotp, confirmTotp } from './totp.ts';

/** What the routes of second factors depend on. */
export interface SecondFactorDeps extends ProofDeps {
  mailer: AccountMailer;
}

const tags = ['Accounts'];
const prefix = '/api/user/second-factor';
const onRequest = [requireSignedIn, requireStepUp];
const done = { 200: messageResponseSchema, ...errorResponses, 404: apiErrorSchema };
const added = { 201: addedFactorSchema, ...errorResponses };
const params = z.object({ id: idSchema });

/** Adds, names and removes the second factors of the account. */
export function secondFactorRoutes(api: Api, { db, mailer, site, totpSecrets }: SecondFactorDeps) {
  const notify = ({ recipient }: FactorChange, change: 'added' | 'removed') => {
    if (!recipient) return;
    const { email, language } = recipient;
    mailer.sendInBackground(async () => writeEmail(language, () => secondFactorEmail(site, email, change)));
  };
  const isStaff = (request: FastifyRequest) => requireUser(request).role !== null;

  api.get(
    prefix,
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'List the second factors',
        response: { 200: secondFactorStateSchema, ...errorResponses },
      },
    },
    async (request) => ({
      ...(await getFactors(db, requireUser(request).accountId)),
      isStaff: isStaff(request),
      missing: findMissingStaffSecurity(request),
    }),
  );

  api.post(
    `${prefix}/passkeys/options`,
    {
      onRequest,
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
    { onRequest, schema: { tags, summary: 'Add a passkey', body: passkeyCreationSchema, response: added } },
    async (request, reply) => {
      const { accountId, sessionId } = requireUser(request);
      const change = await addFactor(db, { accountId, what: 'passkey' }, async (trx) => {
        await addPasskey(trx, site, { accountId, ...request.body });
        await recordVerification(trx, sessionId, 'passkey');
      });
      notify(change, 'added');
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
      const change = await removeFactor(db, { accountId, what: 'passkey', isStaff: isStaff(request) }, async (trx) => {
        const removed = await trx
          .deleteFrom('passkeys')
          .where('id', '=', request.params.id)
          .where('account_id', '=', accountId)
          .returning('id')
          .executeTakeFirst();
        if (!removed) throw noPasskey();
      });
      notify(change, 'removed');
      return { message: t('Passkey removed.') };
    },
  );

  api.post(
    `${prefix}/totp`,
    {
      onRequest,
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
      onRequest,
      schema: {
        tags,
        summary: 'Add the authenticator app by a code of it',
        body: totpConfirmationSchema,
        response: added,
      },
    },
    async (request, reply) => {
      const { accountId, sessionId } = requireUser(request);
      const change = await addFactor(db, { accountId, what: 'authenticator app' }, async (trx) => {
        await confirmTotp(trx, totpSecrets, { accountId, ...request.body });
        await recordVerification(trx, sessionId, 'totp');
      });
      notify(change, 'added');
      return reply.code(201).send({ recoveryCodes: change.recoveryCodes });
    },
  );

  api.delete(
    `${prefix}/totp`,
    { onRequest, schema: { tags, summary: 'Remove the authenticator app', response: done } },
    async (request) => {
      const { accountId } = requireUser(request);
      const factor = { accountId, what: 'authenticator app', isStaff: isStaff(request) };
      const change = await removeFactor(db, factor, async (trx) => {
        const removed = await trx
          .deleteFrom('totp_factors')
          .where('account_id', '=', accountId)
          .where('confirmed_at', 'is not', null)
          .returning('account_id')
          .executeTakeFirst();
        if (!removed) throw new NotFound(t('This authenticator app has been removed.'));
      });
      notify(change, 'removed');
      return { message: t('Authenticator app removed.') };
    },
  );

  api.post(
    `${prefix}/recovery-codes`,
    { onRequest, schema: { tags, summary: 'Replace the recovery codes', response: added } },
    async (request, reply) => reply.code(201).send(await makeRecoveryCodes(db, requireUser(request).accountId)),
  );
}
