import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { rememberDevice } from '#server/accounts/devices/known-devices.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { openSession, requireUser, type Verification } from '#server/platform/http/sessions.ts';

/** Lets a verb open a session for the request, and make its device known, in the verb's transaction. */
export const sessionOpener =
  (request: FastifyRequest, reply: FastifyReply) =>
  async (trx: Transaction<DB>, accountId: number, verification: Verification): Promise<{ isNewDevice: boolean }> => {
    await openSession(trx, request, reply, accountId, verification);
    return rememberDevice(trx, request, reply, accountId);
  };

/** As `sessionOpener`, for a session that replaces that of the request: what was proved in it stays proved. */
export const sessionReplacer = (request: FastifyRequest, reply: FastifyReply) => {
  const open = sessionOpener(request, reply);
  const verification = requireUser(request).verification ?? { by: 'password' };
  return async (trx: Transaction<DB>, accountId: number) => {
    await open(trx, accountId, verification);
  };
};
