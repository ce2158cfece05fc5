import { type Kysely, sql, type Transaction } from 'kysely';
import { ALL_KEYS, invalidate } from '#server/platform/db/invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { StateLicense } from './read-list.ts';

const BATCH = 2000;

/**
 * Adds licenses to the state's list, or replaces them, and compares the numbers of listings with them.
 * @param listedOn the day of the list, 'YYYY-MM-DD'
 * @returns the number of licenses
 */
export async function addToStateList(
  db: Kysely<DB>,
  licenses: AsyncIterable<StateLicense> | Iterable<StateLicense>,
  listedOn: string,
): Promise<number> {
  let count = 0;
  let batch: StateLicense[] = [];
  const add = async () => {
    count += batch.length;
    // The last one of a number counts.
    const rows = [...new Map(batch.map((license) => [license.number, license])).values()];
    await inTransaction(db, (trx) => addBatch(trx, rows, listedOn));
    batch = [];
  };
  for await (const license of licenses) if (batch.push(license) === BATCH) await add();
  if (batch.length > 0) await add();
  return count;
}

const inTransaction = (db: Kysely<DB>, work: (trx: Transaction<DB>) => Promise<void>) =>
  db.isTransaction ? work(db as Transaction<DB>) : db.transaction().execute(work);

async function addBatch(trx: Transaction<DB>, licenses: StateLicense[], listedOn: string) {
  const json = JSON.stringify(licenses.map((license) => ({ ...license, listed_on: listedOn })));
  await sql`
    insert into state_licenses (number, business_name, classes, is_clear, expires_on, listed_on)
    select number, business_name, classes, is_clear, expires_on, listed_on
    from json_to_recordset(${json}::json)
      as t(number text, business_name text, classes text[], is_clear boolean, expires_on date, listed_on date)
    on conflict (number) do update set business_name = excluded.business_name, classes = excluded.classes,
      is_clear = excluded.is_clear, expires_on = excluded.expires_on, listed_on = excluded.listed_on`.execute(trx);
  await compareAgain(
    trx,
    sql`substring(license_number from '[0-9]{4,8}') = any(${licenses.map(({ number }) => number)})`,
  );
}

/** Compares the licenses that have expired since. Runs daily. */
export const compareExpired = (db: Kysely<DB>): Promise<void> =>
  inTransaction(db, (trx) =>
    compareAgain(
      trx,
      sql`license_check = 'confirmed' and substring(license_number from '[0-9]{4,8}') in (
        select number from state_licenses where expires_on <= current_date)`,
    ),
  );

/** The trigger of listings compares. */
async function compareAgain(trx: Transaction<DB>, condition: ReturnType<typeof sql>) {
  const { numAffectedRows = 0n } = await sql`
    update listings l set license_number = license_number
    where license_number is not null and ${condition} and license_check is distinct from check_license(l)`.execute(trx);
  if (numAffectedRows > 0n) await invalidate(trx, [ALL_KEYS]);
}
