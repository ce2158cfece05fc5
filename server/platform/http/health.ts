import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from './api.ts';
import { getFullAddress } from './client-address.ts';

/**
 * `/healthz` answers 200 while the process runs, `/readyz` while its database responds too (503 otherwise). The latter says which
 * address it takes the client to have, so that the doctor can check the proxies.
 */
export function healthRoutes(api: Api, { db }: { db: Kysely<DB> }) {
  api.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));

  api.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    const address = getFullAddress(request) ?? 'unknown';
    try {
      await sql`select 1`.execute(db);
      return { status: 'ready', address };
    } catch {
      return reply.code(503).send({ status: 'the database does not answer', address });
    }
  });
}
