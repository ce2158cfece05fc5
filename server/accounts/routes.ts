import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import {
  accountDeletionSchema,
  loginSchema,
  messageResponseSchema,
  profileSchema,
  registrationSchema,
  userSchema,
} from '#contract/accounts.ts';
import { pendingSignInSchema } from '#contract/admin/second-factor.ts';
import { apiErrorSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import type { DB } from '../db/schema.ts';
import type { Api } from '../http/api.ts';
import { getClientAddress, toNetworkPrefix } from '../http/client-address.ts';
import { consumeRateLimit } from '../http/rate-limit.ts';
import {
  clearSessionCookies,
  closeSession,
  openSession,
  requireSignedIn,
  requireUser,
  type Verification,
} from '../http/sessions.ts';
import { writeEmail } from '../mail/language.ts';
import { deleteAccount } from './account-deletion.ts';
import { exportAccount } from './account-export.ts';
import type { AccountMailer } from './account-mailer.ts';
import { recordAuditEvent } from './audit-log.ts';
import { consumeEmailRateLimit } from './email-rate-limits.ts';
import { confirmationEmail, type SiteInfo } from './emails.ts';
import { clearDeviceCookie, getDevice, rememberDevice } from './known-devices.ts';
import { notifyOfNewDevice } from './new-device.ts';
import type { PasswordPolicy } from './passwords/password-policy.ts';
import type { PersonalData } from './personal-data.ts';
import { register } from './registration.ts';
import type { SecondFactor } from './second-factor.ts';
import { signIn } from './sign-in.ts';
import { findUser, updateProfile } from './user.ts';

/** What the routes of accounts depend on. */
export interface AccountDeps {
  db: Kysely<DB>;
  secondFactor: SecondFactor;
  mailer: AccountMailer;
  site: SiteInfo;
  passwordPolicy: PasswordPolicy;
  personalData: PersonalData[];
}

const REGISTRATION_RATE_LIMIT = { limit: 20, windowSeconds: 60 * 60 };
const NETWORK_REGISTRATION_RATE_LIMIT = { limit: 60, windowSeconds: 60 * 60 };

const tags = ['Accounts'];
/** The error responses of all of them. */
export const errorResponses = {
  400: apiErrorSchema,
  401: apiErrorSchema,
  403: apiErrorSchema,
  409: apiErrorSchema,
  429: apiErrorSchema,
};

/** Lets a verb open a session for the request, and make its device known, in the verb's transaction. */
export const sessionOpener =
  (request: FastifyRequest, reply: FastifyReply) =>
  async (trx: Transaction<DB>, accountId: number, verification: Verification): Promise<{ isNewDevice: boolean }> => {
    await openSession(trx, request, reply, accountId, verification);
    return rememberDevice(trx, request, reply, accountId);
  };

/** The same, for a session that replaces that of the request: what was proved in it stays proved. */
export const sessionReplacer = (request: FastifyRequest, reply: FastifyReply) => {
  const open = sessionOpener(request, reply);
  const verification = requireUser(request).verification ?? { by: 'password' };
  return async (trx: Transaction<DB>, accountId: number) => {
    await open(trx, accountId, verification);
  };
};

/** Registration, sign-in, sign-out, profile, export and deletion. */
export function accountRoutes(api: Api, { db, mailer, site, passwordPolicy, personalData, secondFactor }: AccountDeps) {
  api.post(
    '/api/register',
    {
      schema: {
        tags,
        summary: 'Create an account',
        body: registrationSchema,
        response: { 201: userSchema, ...errorResponses },
      },
    },
    async (request, reply) => {
      // Before anything is looked up, because the response says which username or email is taken.
      const address = getClientAddress(request);
      await consumeRateLimit(db, `register:${address}`, REGISTRATION_RATE_LIMIT);
      await consumeRateLimit(db, `register:${toNetworkPrefix(address)}`, NETWORK_REGISTRATION_RATE_LIMIT);
      const { user, email, token } = await register(db, passwordPolicy, {
        ...request.body,
        language: request.language,
      });
      mailer.sendInBackground(async () => {
        await consumeEmailRateLimit(db, user.id);
        return writeEmail(user.language, () => confirmationEmail(site, email, token));
      });
      return reply.code(201).send(user);
    },
  );

  api.post(
    '/api/login',
    {
      schema: {
        tags,
        summary: 'Sign in; with a second factor, the first of two steps',
        body: loginSchema,
        response: { 200: userSchema, 202: pendingSignInSchema, ...errorResponses },
      },
    },
    async (request, reply) => {
      const origin = { address: getClientAddress(request), device: getDevice(request) };
      const { user, pending, isNewDevice } = await signIn(
        db,
        { ...request.body, ...origin },
        { openSession: sessionOpener(request, reply), secondFactor },
      );
      if (pending) return reply.code(202).send(pending);
      if (isNewDevice) notifyOfNewDevice({ db, mailer, site }, request, user.id);
      return user;
    },
  );

  api.post(
    '/api/logout',
    {
      schema: {
        tags,
        summary: 'Sign out; no effect without a session',
        response: { 200: messageResponseSchema, ...errorResponses },
      },
    },
    async (request, reply) => {
      if (request.user) {
        const { accountId, sessionId } = request.user;
        const { username } = await findUser(db, accountId);
        await closeSession(db, reply, sessionId);
        await recordAuditEvent(db, { kind: 'signed-out', accountId, username });
      } else clearSessionCookies(reply);
      return { message: t('You have been successfully logged out.') };
    },
  );

  api.get(
    '/api/user',
    {
      onRequest: requireSignedIn,
      schema: { tags, summary: 'Retrieve the signed-in account', response: { 200: userSchema, ...errorResponses } },
    },
    (request) => findUser(db, requireUser(request).accountId),
  );

  api.patch(
    '/api/user',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Update the profile',
        body: profileSchema,
        response: { 200: userSchema, ...errorResponses },
      },
    },
    (request) => updateProfile(db, requireUser(request).accountId, request.body),
  );

  api.get(
    '/api/user/export',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Export the personal data of the account as a file',
        response: { 200: z.record(z.string(), z.unknown()), ...errorResponses },
      },
    },
    async (request, reply) => {
      const data = await exportAccount(db, requireUser(request), personalData);
      reply.header('content-disposition', 'attachment; filename="my-account.json"');
      return data;
    },
  );

  api.delete(
    '/api/user',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Delete the account and its personal data',
        body: accountDeletionSchema,
        response: { 200: messageResponseSchema, ...errorResponses },
      },
    },
    async (request, reply) => {
      await deleteAccount(db, requireUser(request), request.body.password, personalData);
      clearSessionCookies(reply);
      clearDeviceCookie(reply);
      return { message: t('Your account has been deleted.') };
    },
  );
}
