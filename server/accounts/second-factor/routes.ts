import { addedFactorSchema, secondFactorStateSchema } from '#contract/admin/second-factor.ts';
import { errorResponses } from '#server/accounts/error-responses.ts';
import type { Api } from '#server/platform/http/api.ts';
import {
  findMissingStaffSecurity,
  mustHaveSecondFactor,
  requireConfirmedEmail,
  requireStepUp,
} from '#server/platform/http/permissions.ts';
import { requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import type { FactorMailDeps } from './emails.ts';
import { makeRecoveryCodes } from './factors.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import type { ProofDeps } from './proofs.ts';
import { getFactors } from './state.ts';
import { totpRoutes } from './totp-routes.ts';

/** What the routes of second factors depend on. */
export type SecondFactorDeps = ProofDeps & FactorMailDeps;

const tags = ['Accounts'];
const prefix = '/api/user/second-factor';
const mayAdd = [requireSignedIn, requireConfirmedEmail, requireStepUp];

const added = { 201: addedFactorSchema, ...errorResponses };

/** The second factors of the account. */
export function secondFactorRoutes(api: Api, deps: SecondFactorDeps) {
  const { db } = deps;

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
      isRequired: mustHaveSecondFactor(request),
      missing: findMissingStaffSecurity(request),
    }),
  );

  api.post(
    `${prefix}/recovery-codes`,
    { onRequest: mayAdd, schema: { tags, summary: 'Replace the recovery codes', response: added } },
    async (request, reply) => reply.code(201).send(await makeRecoveryCodes(db, requireUser(request).accountId)),
  );

  passkeyRoutes(api, deps);
  totpRoutes(api, deps);
}
