import type { Kysely } from 'kysely';
import type { DB } from '#server/db/schema.ts';
import { makeAccount, makeSession } from '#server/seed/factories.ts';
import { listingForm } from '../../support/listing-form.ts';

/**
 * Posts a listing to a site, with a word that no other has, as an account of its own.
 * @returns the milliseconds that its owner waits
 */
export async function timePosting(db: Kysely<DB>, site: string, n: number): Promise<number> {
  const { id } = await makeAccount(db);
  const { token } = await makeSession(db, id);
  const form = listingForm({
    title: `Plumber ${toWord(n)}`,
    address: `${n} Main St`,
    description: `The ${n}th of a benchmark.`,
  });
  const started = performance.now();
  const response = await fetch(`${site}/api/ads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie: `session=${token}` },
    body: JSON.stringify(form),
  });
  const answer = await response.text();
  if (response.status !== 201) throw new Error(`A listing was not posted: ${response.status} ${answer.slice(0, 500)}`);
  return performance.now() - started;
}

/** 'qabaab' of 1001. */
const toWord = (n: number) => `q${String(n).replace(/\d/g, (digit) => `${'abcdefghij'[Number(digit)]}a`)}`;
