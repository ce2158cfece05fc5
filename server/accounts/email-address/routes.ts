import { emailChangeSchema, emailConfirmationSchema, messageResponseSchema } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import {
  addressTakenEmail,
  confirmationEmail,
  emailChangeRequestedEmail,
  newAddressEmail,
} from '#server/accounts/emails.ts';
import { errorResponses } from '#server/accounts/error-responses.ts';
import type { AccountDeps } from '#server/accounts/routes.ts';
import { requireFactorStepUp } from '#server/accounts/second-factor.ts';
import { sessionReplacer } from '#server/accounts/session-opener.ts';
import { consumeAddressRateLimit } from '#server/platform/http/address-rate-limit.ts';
import type { Api } from '#server/platform/http/api.ts';
import { getClientAddress } from '#server/platform/http/client-address.ts';
import { requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import { confirmEmail, type EmailConfirmation, requestEmailChange, resendEmailConfirmation } from './email-change.ts';
import { LINK_RATE_LIMIT, RESEND_RATE_LIMIT } from './email-rate-limits.ts';

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
      schema: { tags, summary: 'Resend the confirmation link', response: doneResponses },
    },
    async (request) => {
      // Accounts are free, so their own limits alone would let one network use up the budget of all confirmations.
      await consumeAddressRateLimit(db, 'resend', getClientAddress(request), RESEND_RATE_LIMIT);
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
      await consumeAddressRateLimit(db, 'link', getClientAddress(request), LINK_RATE_LIMIT);
      await confirmEmail(db, request.body.token, personalData);
      return { message: t('Your email is confirmed.') };
    },
  );

  const toEmail = ({ to, token, kind, language }: EmailConfirmation) =>
    writeEmail(language, () => {
      if (kind === 'taken') return addressTakenEmail(site, to);
      return kind === 'new' ? newAddressEmail(site, to, token) : confirmationEmail(site, to, token);
    });
}
