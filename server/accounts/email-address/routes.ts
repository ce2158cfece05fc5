import {
  confirmationRequestSchema,
  emailChangeSchema,
  emailConfirmationSchema,
  emailSignInRequestSchema,
  emailSignInSchema,
  messageResponseSchema,
  userSchema,
} from '#contract/accounts.ts';
import { pendingSignInSchema } from '#contract/admin/second-factor.ts';
import { t } from '#contract/i18n/t.ts';
import { getDevice } from '#server/accounts/devices/known-devices.ts';
import { notifyOfNewDevice } from '#server/accounts/devices/new-device.ts';
import {
  addressTakenEmail,
  confirmationEmail,
  emailChangeRequestedEmail,
  newAddressEmail,
  signInEmail,
} from '#server/accounts/emails.ts';
import { errorResponses } from '#server/accounts/error-responses.ts';
import type { AccountDeps } from '#server/accounts/routes.ts';
import { requireFactorStepUp } from '#server/accounts/second-factor.ts';
import { sessionOpener, sessionReplacer } from '#server/accounts/session-opener.ts';
import { consumeAddressRateLimit } from '#server/platform/http/address-rate-limit.ts';
import type { Api } from '#server/platform/http/api.ts';
import { getClientAddress } from '#server/platform/http/client-address.ts';
import { requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import { confirmEmail, type EmailConfirmation, requestEmailChange, resendEmailConfirmation } from './email-change.ts';
import { consumeResetRateLimit, LINK_RATE_LIMIT, RESEND_RATE_LIMIT } from './email-rate-limits.ts';
import { createSignInLink, signInByLink } from './sign-in-links.ts';

const tags = ['Accounts'];
const doneResponses = { 200: messageResponseSchema, ...errorResponses };

/** Changing the email address, and confirming it. */
export function emailAddressRoutes(api: Api, { db, mailer, site, personalData, secondFactor }: AccountDeps) {
  api.post(
    '/api/user/email',
    {
      onRequest: requireFactorStepUp({ db, secondFactor }),
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
      schema: {
        tags,
        summary: 'Resend the confirmation link',
        querystring: confirmationRequestSchema,
        response: doneResponses,
      },
    },
    async (request) => {
      // Accounts are free, so their own limits alone would let one network use up the budget of all confirmations.
      await consumeAddressRateLimit(db, 'resend', getClientAddress(request), RESEND_RATE_LIMIT);
      const confirmation = await resendEmailConfirmation(db, requireUser(request).accountId);
      await mailer.send(toEmail(confirmation, request.query.claim));
      return { message: t('We emailed you a new link.') };
    },
  );

  api.post(
    '/api/email-confirmations',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Confirm an email address by the token of its link, signed in to its account',
        body: emailConfirmationSchema,
        response: { 200: messageResponseSchema, ...errorResponses },
      },
    },
    async (request) => {
      await consumeAddressRateLimit(db, 'link', getClientAddress(request), LINK_RATE_LIMIT);
      const { accountId } = requireUser(request);
      await confirmEmail(db, { accountId, token: request.body.token }, personalData);
      return { message: t('Your email is confirmed.') };
    },
  );

  api.post(
    '/api/email-sign-ins',
    {
      schema: {
        tags,
        summary: 'Email a link that signs in, to an address with or without an account',
        body: emailSignInRequestSchema,
        response: { 202: messageResponseSchema, ...errorResponses },
      },
    },
    async (request, reply) => {
      const { email } = request.body;
      await consumeResetRateLimit(db, email, { address: getClientAddress(request), device: getDevice(request) });
      // Whether there is an account is looked up after the response, which is the same.
      mailer.sendInBackground(async () => {
        const link = await createSignInLink(db, email, site.signUps);
        return link && writeEmail(link.language ?? request.language, () => signInEmail(site, link.to, link.token));
      });
      return reply.code(202).send({ message: t('We’ve sent you a link. It works once, for 30 minutes.') });
    },
  );

  api.post(
    '/api/email-sign-ins/redeem',
    {
      schema: {
        tags,
        summary: 'Sign in by the token of an emailed link; with a second factor, the first of two steps',
        body: emailSignInSchema,
        response: { 200: userSchema, 202: pendingSignInSchema, ...errorResponses },
      },
    },
    async (request, reply) => {
      await consumeAddressRateLimit(db, 'link', getClientAddress(request), LINK_RATE_LIMIT);
      const { user, pending, isNewDevice } = await signInByLink(db, request.body.token, {
        openSession: sessionOpener(request, reply),
        secondFactor,
        personalData,
        signUps: site.signUps,
        language: request.language,
      });
      if (pending) return reply.code(202).send(pending);
      if (isNewDevice) notifyOfNewDevice({ db, mailer, site }, request, user.id);
      return user;
    },
  );

  const toEmail = ({ to, token, kind, language }: EmailConfirmation, claim?: number) =>
    writeEmail(language, () => {
      if (kind === 'taken') return addressTakenEmail(site, to);
      return kind === 'new' ? newAddressEmail(site, to, token) : confirmationEmail(site, to, token, claim);
    });
}
