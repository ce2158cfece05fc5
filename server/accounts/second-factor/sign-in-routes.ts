import { userSchema } from '#contract/accounts.ts';
import {
  passkeyOptionsSchema,
  passkeySignInSchema,
  secondStepSchema,
  secondStepTokenSchema,
} from '#contract/admin/second-factor.ts';
import { notifyOfNewDevice } from '#server/accounts/devices/new-device.ts';
import { errorResponses } from '#server/accounts/error-responses.ts';
import { sessionOpener } from '#server/accounts/session-opener.ts';
import { consumeAddressRateLimit } from '#server/platform/http/address-rate-limit.ts';
import type { Api } from '#server/platform/http/api.ts';
import { getClientAddress } from '#server/platform/http/client-address.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import { secondFactorEmail } from './emails.ts';
import { beginAssertion } from './passkey-assertions.ts';
import type { SecondFactorDeps } from './routes.ts';
import { completeSignIn, findPending, type SignedIn, signInByPasskey } from './sign-in.ts';

// Signatures cannot be guessed, so this only limits the load.
const RATE_LIMIT = { limit: 100, windowSeconds: 15 * 60 };

const tags = ['Accounts'];
const passkeyOptions = { 200: passkeyOptionsSchema, ...errorResponses };
const signedIn = { 200: userSchema, ...errorResponses };

/** The second step of signing in, and signing in by a passkey alone. */
export function secondStepRoutes(api: Api, deps: SecondFactorDeps) {
  const { db, site } = deps;
  const limit = (request: Parameters<typeof getClientAddress>[0]) =>
    consumeAddressRateLimit(db, 'passkey', getClientAddress(request), RATE_LIMIT);
  const welcome = (request: Parameters<typeof notifyOfNewDevice>[1], { user, isNewDevice }: SignedIn) => {
    if (isNewDevice) notifyOfNewDevice(deps, request, user.id);
    return user;
  };

  api.post(
    '/api/login/second-factor/options',
    {
      schema: {
        tags,
        summary: 'What a passkey signs for the second step of signing in',
        body: secondStepTokenSchema,
        response: passkeyOptions,
      },
    },
    async (request) => {
      await limit(request);
      const accountId = await findPending(db, request.body.token);
      return beginAssertion(db, site, { purpose: 'second-factor', accountId });
    },
  );

  api.post(
    '/api/login/second-factor',
    { schema: { tags, summary: 'The second step of signing in', body: secondStepSchema, response: signedIn } },
    async (request, reply) => {
      const signedIn = await completeSignIn(deps, request.body, sessionOpener(request, reply));
      const { email, language } = signedIn.user;
      if (email && request.body.proof.kind === 'recovery')
        deps.mailer.sendInBackground(async () =>
          writeEmail(language, () => secondFactorEmail(site, email, 'recovery-code')),
        );
      return welcome(request, signedIn);
    },
  );

  api.post(
    '/api/login/passkey/options',
    { schema: { tags, summary: 'What a passkey signs to sign in without a password', response: passkeyOptions } },
    async (request) => {
      await limit(request);
      return beginAssertion(db, site, { purpose: 'sign-in' });
    },
  );

  api.post(
    '/api/login/passkey',
    { schema: { tags, summary: 'Sign in with a passkey', body: passkeySignInSchema, response: signedIn } },
    async (request, reply) => {
      await limit(request);
      return welcome(request, await signInByPasskey(deps, request.body.response, sessionOpener(request, reply)));
    },
  );
}
