import type { Kysely } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import { makeAccount, makeSession } from '#server/site/seed/factories.ts';
import { listingForm } from '#tests/support/listing-form.ts';

/** Makes an account and its session, and returns what posts a listing with a word that no other has. */
export async function preparePosting(db: Kysely<DB>, site: string, n: number): Promise<() => Promise<void>> {
  const { id } = await makeAccount(db);
  const { token } = await makeSession(db, id);
  const form = listingForm({
    title: `Plumber ${toWord(n)}`,
    address: `${n} Main St`,
    description: `The ${n}th of a benchmark.`,
  });
  return async () => {
    const response = await fetch(`${site}/api/ads`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie: `session=${token}` },
      body: JSON.stringify(form),
    });
    const answer = await response.text();
    if (response.status !== 201)
      throw new Error(`A listing was not posted: ${response.status} ${answer.slice(0, 500)}`);
  };
}

/**
 * Posts a listing to a site as an account of its own.
 * @returns the milliseconds that its owner waits
 */
export async function timePosting(db: Kysely<DB>, site: string, n: number): Promise<number> {
  const post = await preparePosting(db, site, n);
  const started = performance.now();
  await post();
  return performance.now() - started;
}

/** 'qabaab' of 1001. */
const toWord = (n: number) => `q${String(n).replace(/\d/g, (digit) => `${'abcdefghij'[Number(digit)]}a`)}`;
