import {
  emailChangeSchema,
  emailConfirmationSchema,
  messageResponseSchema,
  passwordChangeSchema,
  passwordResetRequestSchema,
  passwordResetSchema,
  sessionSchema,
} from '#contract/accounts.ts';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import type { Api } from '../http/api.ts';
import { getClientAddress } from '../http/client-address.ts';
import { consumeRateLimit, type RateLimit } from '../http/rate-limit.ts';
import { clearSessionCookies, requireSignedIn, requireUser } from '../http/sessions.ts';
import { type Recipient, writeEmail } from '../mail/language.ts';
import { listSessions, revokeOtherSessions, revokeSession } from './account-sessions.ts';
import { confirmEmail, type EmailConfirmation, requestEmailChange, resendEmailConfirmation } from './email-change.ts';
import { consumeResetRateLimit } from './email-rate-limits.ts';
import {
  addressTakenEmail,
  confirmationEmail,
  emailChangeRequestedEmail,
  newAddressEmail,
  passwordChangedEmail,
  passwordResetEmail,
} from './emails.ts';
import { getDevice, rememberDevice } from './known-devices.ts';
import { changePassword } from './passwords/password-change.ts';
import { requestPasswordReset, resetPassword } from './passwords/password-reset.ts';
import { type AccountDeps, errorResponses, sessionReplacer } from './routes.ts';

// Tokens have 256 bits, so this only limits the load.
const LINK_RATE_LIMIT: RateLimit = { limit: 60, windowSeconds: 60 * 60 };

const tags = ['Accounts'];
const doneResponses = { 200: messageResponseSchema, ...errorResponses };

/** Password, email, emailed links and sessions. */
export function securityRoutes(api: Api, { db, mailer, site, passwordPolicy }: Omit<AccountDeps, 'personalData'>) {
  api.post(
    '/api/user/password',
    {
      onRequest: requireSignedIn,
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
        return reset && writeEmail(reset.language, () => passwordResetEmail(site, reset.to, reset.token));
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
        response: doneResponses,
      },
    },
    async (request, reply) => {
      await consumeRateLimit(db, `link:${getClientAddress(request)}`, LINK_RATE_LIMIT);
      const recipient = await resetPassword(db, passwordPolicy, request.body, async (trx, accountId) => {
        await rememberDevice(trx, request, reply, accountId);
      });
      notifyOfChange(recipient);
      clearSessionCookies(reply);
      return { message: t('Your password has been changed. You can now sign in.') };
    },
  );

  api.post(
    '/api/user/email',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Email a confirmation link to a new address, which replaces the old one once it is confirmed',
        body: emailChangeSchema,
        response: doneResponses,
      },
    },
    async (request, reply) => {
      const { accountId } = requireUser(request);
      const opener = sessionReplacer(request, reply);
      const { former, confirmation } = await requestEmailChange(db, accountId, request.body, opener);
      if (former)
        mailer.sendInBackground(async () =>
          writeEmail(former.language, () => emailChangeRequestedEmail(site, former.email)),
        );
      await mailer.send(toEmail(confirmation));
      return { message: t('We emailed your new address. Open the link in the email to finish the change.') };
    },
  );

  api.post(
    '/api/user/email-confirmation',
    {
      onRequest: requireSignedIn,
      schema: { tags, summary: 'Resend the confirmation link', response: doneResponses },
    },
    async (request) => {
      await mailer.send(toEmail(await resendEmailConfirmation(db, requireUser(request).accountId)));
      return { message: t('We emailed you a new link.') };
    },
  );

  api.post(
    '/api/email-confirmations',
    {
      schema: {
        tags,
        summary: 'Confirm an email address by the token of its link',
        body: emailConfirmationSchema,
        response: { 200: messageResponseSchema, ...errorResponses },
      },
    },
    async (request) => {
      await consumeRateLimit(db, `link:${getClientAddress(request)}`, LINK_RATE_LIMIT);
      await confirmEmail(db, request.body.token);
      return { message: t('Your email is confirmed.') };
    },
  );

  api.get(
    '/api/user/sessions',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'List the sessions of the account',
        response: { 200: z.array(sessionSchema), ...errorResponses },
      },
    },
    (request) => listSessions(db, requireUser(request)),
  );

  api.delete(
    '/api/user/sessions/:id',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'End a session',
        params: z.object({ id: idSchema }),
        response: { ...doneResponses, 404: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const user = requireUser(request);
      await revokeSession(db, user, request.params.id);
      if (request.params.id === user.sessionId) clearSessionCookies(reply);
      return { message: t('Device signed out.') };
    },
  );

  api.delete(
    '/api/user/sessions',
    { onRequest: requireSignedIn, schema: { tags, summary: 'End all other sessions', response: doneResponses } },
    async (request) => {
      await revokeOtherSessions(db, requireUser(request));
      return { message: t('Signed out on all other devices.') };
    },
  );

  const notifyOfChange = ({ email, language }: Recipient) =>
    mailer.sendInBackground(async () => writeEmail(language, () => passwordChangedEmail(site, email)));

  const toEmail = ({ to, token, kind, language }: EmailConfirmation) =>
    writeEmail(language, () => {
      if (kind === 'taken') return addressTakenEmail(site, to);
      return kind === 'new' ? newAddressEmail(site, to, token) : confirmationEmail(site, to, token);
    });
}
