import type { Kysely } from 'kysely';
import { loginSchema, messageResponseSchema, registrationSchema, userSchema } from '#contract/accounts.ts';
import { pendingSignInSchema } from '#contract/admin/second-factor.ts';
import { t } from '#contract/i18n/t.ts';
import type { Site } from '#contract/site.ts';
import { getDevice } from '#server/accounts/devices/known-devices.ts';
import { notifyOfNewDevice } from '#server/accounts/devices/new-device.ts';
import { consumeEmailRateLimit } from '#server/accounts/email-address/email-rate-limits.ts';
import { assertMaySignUp, endSignUpInvitation } from '#server/accounts/email-address/sign-up-invitations.ts';
import { refuseReservedNames } from '#server/accounts/names/reserved-names.ts';
import type { PasswordPolicy } from '#server/accounts/passwords/password-policy.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { consumeAddressRateLimit } from '#server/platform/http/address-rate-limit.ts';
import type { Api } from '#server/platform/http/api.ts';
import { getClientAddress } from '#server/platform/http/client-address.ts';
import { clearGuestCookie } from '#server/platform/http/security/guest-cookie.ts';
import { clearSessionCookies, closeSession } from '#server/platform/http/sessions.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import type { AccountMailer } from './account-mailer.ts';
import { recordAuditEvent } from './audit-log.ts';
import { confirmationEmail, type SiteInfo } from './emails.ts';
import { errorResponses } from './error-responses.ts';
import type { PersonalData } from './personal-data.ts';
import { profileRoutes } from './profile-routes.ts';
import { register } from './registration.ts';
import type { SecondFactor } from './second-factor.ts';
import { sessionOpener } from './session-opener.ts';
import { signIn } from './sign-in.ts';
import { findUser } from './user.ts';

/** What the routes of accounts depend on. */
export interface AccountDeps {
  db: Kysely<DB>;
  secondFactor: SecondFactor;
  mailer: AccountMailer;
  site: SiteInfo & Pick<Site, 'signUps'>;
  passwordPolicy: PasswordPolicy;
  personalData: PersonalData[];
}

const REGISTRATION_RATE_LIMIT = { limit: 20, windowSeconds: 60 * 60 };

const tags = ['Accounts'];

/** Registration, sign-in, sign-out, profile, export and deletion. */
export function accountRoutes(api: Api, { db, mailer, site, passwordPolicy, personalData, secondFactor }: AccountDeps) {
  api.post(
    '/api/register',
    {
      schema: {
        tags,
        summary: 'Create an account and sign in',
        body: registrationSchema,
        response: { 201: userSchema, ...errorResponses },
      },
    },
    async (request, reply) => {
      // Before anything is looked up, because the response says which username or email is taken.
      await consumeAddressRateLimit(db, 'register', getClientAddress(request), REGISTRATION_RATE_LIMIT);
      const { username, businessName, claim, email: address, invitation } = request.body;
      await assertMaySignUp(db, site.signUps, { email: address, token: invitation });
      await refuseReservedNames(db, site, [
        { name: username, path: 'username', accountId: null },
        { name: businessName, path: 'businessName', accountId: null },
      ]);
      const { user, email, token } = await register(
        db,
        passwordPolicy,
        { ...request.body, language: request.language },
        sessionOpener(request, reply),
      );
      await endSignUpInvitation(db, email);
      mailer.sendInBackground(async () => {
        await consumeEmailRateLimit(db, user.id);
        return writeEmail(user.language, () => confirmationEmail(site, email, token, claim));
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
      clearGuestCookie(reply);
      return { message: t('You have been successfully logged out.') };
    },
  );

  profileRoutes(api, { db, site, personalData, secondFactor });
}
