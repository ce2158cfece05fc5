import type { FastifyRequest } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import type { PendingSignIn } from '#contract/admin/second-factor.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { requireStepUp } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';

/** What signing in and changing an account ask of the noun `second-factor`, which comes after accounts: the program passes it in. */
export interface SecondFactor {
  /** Begins the second step of signing in, after a right password; null if the account has no second factor. */
  beginSignIn(trx: Transaction<DB>, accountId: number): Promise<PendingSignIn | null>;
  isOn(db: Kysely<DB>, accountId: number): Promise<boolean>;
}

/**
 * A hook for routes whose body has the current password, which is all that an account without a second factor could be asked for. Of an
 * account that has one it asks for that too, as `requireStepUp` does.
 * @throws {Unauthorized} when nobody is signed in
 * @throws {Forbidden} with the code 'step-up-required'
 */
export const requireFactorStepUp =
  ({ db, secondFactor }: { db: Kysely<DB>; secondFactor: SecondFactor }) =>
  async (request: FastifyRequest): Promise<void> => {
    if (await secondFactor.isOn(db, requireUser(request).accountId)) await requireStepUp(request);
  };
