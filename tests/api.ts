import { createApp } from '#server/app.ts';
import { type ListingOverrides, makeListing } from '#server/db/factories.ts';
import { ALL_KEYS } from '#server/db/renewal.ts';
import { readEnv } from '#server/env.ts';
import { createTestDatabase } from './database.ts';

/**
 * What a test asks the API with: the whole program without pages, on a database of its own with places and categories
 * loaded. Close it in `afterAll`.
 */
export async function createTestApi() {
  const database = await createTestDatabase();
  const { http, renew } = await createApp({ env: readEnv({ LOG_LEVEL: 'silent' }), db: database.db });
  return {
    db: database.db,
    /** GETs a path: status, headers, and the body parsed if it is JSON. */
    async get(url: string) {
      const { statusCode: status, headers, body } = await http.inject({ url });
      const isJson = String(headers['content-type']).startsWith('application/json');
      // biome-ignore lint/suspicious/noExplicitAny: answers are looked at, not worked with.
      return { status, headers, body: (isJson ? JSON.parse(body) : body) as any };
    },
    /** Makes a listing that the API answers from now on, and returns its id. */
    async list(overrides: ListingOverrides = {}) {
      const { id } = await makeListing(database.db, overrides);
      await renew([ALL_KEYS]);
      return id;
    },
    /** Makes it forget what it keeps, as after a change of everything. */
    forget: () => renew([ALL_KEYS]),
    async close() {
      await http.close();
      await database.drop();
    },
  };
}
