import {
  confirmationSchema,
  doneSchema,
  emailChangeSchema,
  passwordChangeSchema,
  resetRequestSchema,
  resetSchema,
  sessionSchema,
} from '#contract/accounts.ts';
import { apiErrorSchema } from '#contract/api.ts';
import { z } from '#contract/zod.ts';
import type { Api } from '../http/api.ts';
import { addressOf, type Limit, spend } from '../http/limits.ts';
import { dropCookies, signedIn } from '../http/sessions.ts';
import { type Confirmation, confirmEmail, repeatConfirmation, requestEmail } from './email.ts';
import { confirmationLetter, emailNoticeLetter, newEmailLetter, passwordNoticeLetter, resetLetter } from './letters.ts';
import { spendReset } from './mail-limits.ts';
import { endOtherSessions, endSession, listSessions } from './own-sessions.ts';
import { changePassword } from './password-change.ts';
import { redeemReset, requestReset } from './password-reset.ts';
import { type AccountParts, failures, onlySignedIn, opening } from './routes.ts';

// Links carry 256 bits: this only keeps strangers from making us work.
const LINKS: Limit = { most: 60, seconds: 60 * 60 };

const tags = ['Accounts'];
const done = { 200: doneSchema, ...failures };

/** What keeps an account its owner's: password, email, mailed links and sessions. */
export function securityRoutes(api: Api, { db, post, site }: Omit<AccountParts, 'belongings'>) {
  api.post(
    '/api/user/password',
    {
      onRequest: onlySignedIn,
      schema: {
        tags,
        summary: 'Changes the password; all other sessions end',
        body: passwordChangeSchema,
        response: done,
      },
    },
    async (request, reply) => {
      const { accountId } = signedIn(request);
      const email = await changePassword(db, accountId, request.body, opening(request, reply));
      if (email) post.later(async () => passwordNoticeLetter(site, email));
      return { message: 'Your password has been changed.' };
    },
  );

  api.post(
    '/api/password-resets',
    {
      schema: {
        tags,
        summary: 'Mails a link that sets a new password, if there is such an account',
        body: resetRequestSchema,
        response: { 202: doneSchema, ...failures },
      },
    },
    async (request, reply) => {
      const { email } = request.body;
      await spendReset(db, email, addressOf(request));
      // Whether there is such an account is looked up after the answer, which is the same for all.
      post.later(async () => {
        const reset = await requestReset(db, email);
        return reset && resetLetter(site, reset.to, reset.token);
      });
      const message = 'If an account has this email, a link is on its way to it. It works for 30 minutes.';
      return reply.code(202).send({ message });
    },
  );

  api.post(
    '/api/password-resets/redeem',
    { schema: { tags, summary: 'Sets a new password; all sessions end', body: resetSchema, response: done } },
    async (request, reply) => {
      const address = addressOf(request);
      await spend(db, `link:${address}`, LINKS);
      const email = await redeemReset(db, { ...request.body, address });
      post.later(async () => passwordNoticeLetter(site, email));
      dropCookies(reply);
      return { message: 'Your password has been changed. You can now sign in.' };
    },
  );

  api.post(
    '/api/user/email',
    {
      onRequest: onlySignedIn,
      schema: {
        tags,
        summary: 'Mails a link to a new email, which replaces the old one when it is opened',
        body: emailChangeSchema,
        response: done,
      },
    },
    async (request) => {
      const { accountId } = signedIn(request);
      const { formerEmail, ...confirmation } = await requestEmail(db, accountId, request.body);
      if (formerEmail) post.later(async () => emailNoticeLetter(site, formerEmail));
      await post.send(letterOf(confirmation));
      return { message: 'We mailed a link to your new email. Open it to finish the change.' };
    },
  );

  api.post(
    '/api/user/email-confirmation',
    {
      onRequest: onlySignedIn,
      schema: { tags, summary: 'Mails the link that confirms an email again', response: done },
    },
    async (request) => {
      await post.send(letterOf(await repeatConfirmation(db, signedIn(request).accountId)));
      return { message: 'We mailed you a new link.' };
    },
  );

  api.post(
    '/api/email-confirmations',
    {
      schema: {
        tags,
        summary: 'Confirms the email that a link was mailed to',
        body: confirmationSchema,
        response: { 200: doneSchema, ...failures },
      },
    },
    async (request) => {
      await spend(db, `link:${addressOf(request)}`, LINKS);
      await confirmEmail(db, request.body.token);
      return { message: 'Your email is confirmed.' };
    },
  );

  api.get(
    '/api/user/sessions',
    {
      onRequest: onlySignedIn,
      schema: { tags, summary: 'Where one is signed in', response: { 200: z.array(sessionSchema), ...failures } },
    },
    (request) => listSessions(db, signedIn(request)),
  );

  api.delete(
    '/api/user/sessions/:id',
    {
      onRequest: onlySignedIn,
      schema: {
        tags,
        summary: 'Signs out in one place',
        params: z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
        response: { ...done, 404: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const asker = signedIn(request);
      await endSession(db, asker, request.params.id);
      if (request.params.id === asker.sessionId) dropCookies(reply);
      return { message: 'Signed out there.' };
    },
  );

  api.delete(
    '/api/user/sessions',
    { onRequest: onlySignedIn, schema: { tags, summary: 'Signs out everywhere else', response: done } },
    async (request) => {
      await endOtherSessions(db, signedIn(request));
      return { message: 'Signed out everywhere else.' };
    },
  );

  const letterOf = ({ to, token, isNew }: Confirmation) =>
    isNew ? newEmailLetter(site, to, token) : confirmationLetter(site, to, token);
}
