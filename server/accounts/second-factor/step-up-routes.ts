import { messageResponseSchema } from '#contract/accounts.ts';
import { type StepUp, stepUpOptionsSchema, stepUpSchema } from '#contract/admin/second-factor.ts';
import { t } from '#contract/i18n/t.ts';
import { errorResponses } from '#server/accounts/error-responses.ts';
import { verifyPassword } from '#server/accounts/passwords/verify-password.ts';
import type { Api } from '#server/platform/http/api.ts';
import { Invalid } from '#server/platform/http/errors.ts';
import { recordVerification, requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import { listFactors } from './factors.ts';
import { beginAssertion } from './passkey-assertions.ts';
import { verifyProof } from './proofs.ts';
import type { SecondFactorDeps } from './routes.ts';

const tags = ['Accounts'];
const onRequest = requireSignedIn;

/** Asks a signed-in user again who they are, before what `requireStepUp` protects. */
export function stepUpRoutes(api: Api, deps: SecondFactorDeps) {
  const { db, site } = deps;

  api.post(
    '/api/user/step-up/options',
    {
      onRequest,
      schema: {
        tags,
        summary: 'How the account can be verified, and what its passkeys sign for it',
        response: { 200: stepUpOptionsSchema, ...errorResponses },
      },
    },
    async (request) => {
      const { accountId } = requireUser(request);
      const factors = await listFactors(db, accountId);
      const passkey = factors.includes('passkey')
        ? await beginAssertion(db, site, { purpose: 'step-up', accountId })
        : null;
      return { methods: factors.length > 0 ? factors : ['password' as const], passkey };
    },
  );

  api.post(
    '/api/user/step-up',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Verify again: by a second factor, or by the password of an account that has none',
        body: stepUpSchema,
        response: { 200: messageResponseSchema, ...errorResponses },
      },
    },
    async (request) => {
      const { accountId, sessionId } = requireUser(request);
      await verifyAgain(accountId, request.body.proof);
      await recordVerification(db, sessionId, request.body.proof.kind);
      return { message: t('Thanks, that’s you.') };
    },
  );

  async function verifyAgain(accountId: number, proof: StepUp['proof']) {
    if (proof.kind !== 'password') return verifyProof(deps, { accountId, proof, purpose: 'step-up' });
    // A stolen password is what a second factor is for.
    if ((await listFactors(db, accountId)).length > 0)
      throw new Invalid(t('Use your passkey, authenticator app or a recovery code.'));
    await verifyPassword(db, accountId, proof.password, 'password');
  }
}
