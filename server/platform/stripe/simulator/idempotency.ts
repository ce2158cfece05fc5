import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import { errorResponse, invalidRequest, type SimulatorResponse } from './responses.ts';

// https://docs.stripe.com/api/idempotent_requests
const MAX_KEY_LENGTH = 255;
const RETENTION_HOURS = 24;

/**
 * Repeats the first response for a repeated key, also an error, for a day. Requests that are refused for their parameters are not
 * stored, because they were not executed (https://docs.stripe.com/api/idempotent_requests).
 */
export async function withIdempotencyKey(
  trx: Transaction<DB>,
  { idempotencyKey: key, path, rawBody }: { idempotencyKey: string | null; path: string; rawBody: string },
  execute: () => Promise<SimulatorResponse>,
): Promise<SimulatorResponse> {
  if (key === null) return execute();
  if (key.length > MAX_KEY_LENGTH) {
    return invalidRequest(`Idempotency keys can only be up to ${MAX_KEY_LENGTH} characters long.`);
  }
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
  await sql`
    delete from stripe_simulator.requests
    where idempotency_key = ${key} and created_at < now() - make_interval(hours => ${RETENTION_HOURS})`.execute(trx);
  const bodyHash = createHash('sha256').update(rawBody).digest();
  const { rows } = await sql<{ path: string; body_hash: Buffer; status: number; answer: object }>`
    select path, body_hash, status, answer from stripe_simulator.requests where idempotency_key = ${key}`.execute(trx);
  const [stored] = rows;
  if (stored && (stored.path !== path || !stored.body_hash.equals(bodyHash))) {
    const message =
      'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
      `Try using a key other than '${key}' if you meant to execute a different request.`;
    return errorResponse(400, 'idempotency_error', message);
  }
  if (stored) return { status: stored.status, body: stored.answer, headers: { 'idempotent-replayed': 'true' } };
  const response = await execute();
  await sql`
    insert into stripe_simulator.requests (idempotency_key, path, body_hash, status, answer)
    values (${key}, ${path}, ${bodyHash}, ${response.status}, ${JSON.stringify(response.body)}::jsonb)`.execute(trx);
  return response;
}
