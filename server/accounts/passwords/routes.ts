import {
  messageResponseSchema,
  passwordChangeSchema,
  passwordCheckResultSchema,
  passwordCheckSchema,
  passwordResetRequestSchema,
  passwordResetSchema,
  resetPasswordSchema,
} from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import { getDevice, rememberDevice } from '#server/accounts/devices/known-devices.ts';
import { consumeResetRateLimit, LINK_RATE_LIMIT } from '#server/accounts/email-address/email-rate-limits.ts';
import { errorResponses } from '#server/accounts/error-responses.ts';
import type { AccountDeps } from '#server/accounts/routes.ts';
import { requireFactorStepUp } from '#server/accounts/second-factor.ts';
import { sessionReplacer } from '#server/accounts/session-opener.ts';
import { consumeAddressRateLimit } from '#server/platform/http/address-rate-limit.ts';
import type { Api } from '#server/platform/http/api.ts';
import { getClientAddress } from '#server/platform/http/client-address.ts';
import { clearSessionCookies, requireUser } from '#server/platform/http/sessions.ts';
import { type Recipient, writeEmail } from '#server/platform/mail/write-email.ts';
import { passwordChangedEmail, passwordResetEmail } from './emails.ts';
import { changePassword } from './password-change.ts';
import { checkPassword } from './password-check.ts';
import { requestPasswordReset, resetPassword } from './password-reset.ts';

const tags = ['Accounts'];
// While it is typed a password is checked a few times.
const CHECK_RATE_LIMIT = { limit: 120, windowSeconds: 60 * 60 };
const doneResponses = { 200: messageResponseSchema, ...errorResponses };

/** Changing the password, and resetting a forgotten one. */
export function passwordRoutes(
  api: Api,
  { db, mailer, site, passwordPolicy, personalData, secondFactor }: AccountDeps,
) {
  api.post(
    '/api/user/password',
    {
      onRequest: requireFactorStepUp({ db, secondFactor }),
      schema: {
        tags,
        summary: 'Change the password and end all other sessions',
        body: passwordChangeSchema,
        response: doneResponses,
      },
    },
    async (request, reply) => {
      const { accountId } = requireUser(request);
      const recipient = await changePassword(
        db,
        passwordPolicy,
        { accountId, ...request.body },
        sessionReplacer(request, reply),
      );
      if (recipient) notifyOfChange(recipient);
      return { message: t('Your password has been changed.') };
    },
  );

  api.post(
    '/api/password-checks',
    {
      schema: {
        tags,
        summary: 'Say why a new password would be refused, or that it would not',
        body: passwordCheckSchema,
        response: { 200: passwordCheckResultSchema, ...errorResponses },
      },
    },
    async (request) => {
      await consumeAddressRateLimit(db, 'password-check', getClientAddress(request), CHECK_RATE_LIMIT);
      // Who types a username is about to have another account.
      const accountId = request.body.username === undefined ? (request.user?.accountId ?? null) : null;
      return { message: await checkPassword(db, passwordPolicy, { accountId, ...request.body }) };
    },
  );

  api.post(
    '/api/password-resets',
    {
      schema: {
        tags,
        summary: 'Email a password reset link, if there is such an account',
        body: passwordResetRequestSchema,
        response: { 202: messageResponseSchema, ...errorResponses },
      },
    },
    async (request, reply) => {
      const { email } = request.body;
      await consumeResetRateLimit(db, email, { address: getClientAddress(request), device: getDevice(request) });
      // The account is looked up after the response, which is the same whether or not it exists.
      mailer.sendInBackground(async () => {
        const reset = await requestPasswordReset(db, email);
        return reset && writeEmail(reset.language, () => passwordResetEmail(site, reset));
      });
      const message = t(
        'If there’s an account with this email, we’ve sent a link to it. The link works for 30 minutes.',
      );
      return reply.code(202).send({ message });
    },
  );

  api.post(
    '/api/password-resets/redeem',
    {
      schema: {
        tags,
        summary: 'Reset the password and end all sessions',
        body: passwordResetSchema,
        response: { ...doneResponses, 200: resetPasswordSchema },
      },
    },
    async (request, reply) => {
      await consumeAddressRateLimit(db, 'link', getClientAddress(request), LINK_RATE_LIMIT);
      const { username, ...recipient } = await resetPassword(db, passwordPolicy, request.body, {
        personalData,
        async rememberDevice(trx, accountId) {
          await rememberDevice(trx, request, reply, accountId);
        },
      });
      notifyOfChange(recipient);
      clearSessionCookies(reply);
      return { message: t('Your password has been changed. You can now sign in.'), username };
    },
  );

  const notifyOfChange = ({ email, language }: Recipient) =>
    mailer.sendInBackground(async () => writeEmail(language, () => passwordChangedEmail(site, email)));
}
