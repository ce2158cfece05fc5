import { randomBytes } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type Mailing, type MailingKind, mailingKindSchema } from '#contract/mailings.ts';
import type { DB } from '../db/schema.ts';
import { NotFound } from '../http/errors.ts';

// A mailing is on until it is stopped: a row is there once one was mailed or stopped. That of a saved search is there
// from its beginning to its end.

/** The recurring emails of an account, and whether each is on. */
export async function listMailings(db: Kysely<DB>, accountId: number): Promise<Mailing[]> {
  const rows = await mailingsPersonalData.export(db, accountId);
  const stopped = rows.filter(({ stoppedAt }) => stoppedAt !== null).map(({ kind }) => kind);
  return mailingKindSchema.options.map((kind) => ({ kind, on: !stopped.includes(kind) }));
}

/** Switches a mailing on or off. */
export async function setMailing(db: Kysely<DB>, accountId: number, { kind, on }: Mailing): Promise<void> {
  const stoppedAt = on ? sql<null>`null` : sql<Date>`now()`;
  await db
    .insertInto('mailings')
    .values({ account_id: accountId, kind, token: createToken(), stopped_at: stoppedAt })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'kind'])
        .where('saved_search_id', 'is', null)
        .doUpdateSet({ stopped_at: stoppedAt }),
    )
    .execute();
}

/** Creates the mailing of a saved search, on or off. It is deleted with the search. */
export async function createSearchMailing(
  trx: Transaction<DB>,
  { accountId, searchId, on }: { accountId: number; searchId: number; on: boolean },
): Promise<void> {
  await trx
    .insertInto('mailings')
    .values({
      account_id: accountId,
      kind: 'saved-search',
      saved_search_id: searchId,
      token: createToken(),
      stopped_at: on ? null : sql<Date>`now()`,
    })
    .execute();
}

/** Switches the mailing of a saved search on or off. */
export async function setSearchMailing(trx: Transaction<DB>, searchId: number, on: boolean): Promise<void> {
  await trx
    .updateTable('mailings')
    .set({ stopped_at: on ? null : sql<Date>`coalesce(stopped_at, now())` })
    .where('saved_search_id', '=', searchId)
    .execute();
}

/**
 * Stops the mailing with this token; harmless if it is stopped already.
 * See docs/decisions/0039-one-click-unsubscribe.md.
 * @throws {NotFound} when there is none
 */
export async function unsubscribe(db: Kysely<DB>, token: string): Promise<void> {
  const stopped = await db
    .updateTable('mailings')
    .set({ stopped_at: sql`coalesce(stopped_at, now())` })
    .where('token', '=', token)
    .returning('id')
    .executeTakeFirst();
  if (!stopped) throw new NotFound('This link does not belong to any of our mails.');
}

/**
 * Marks a mailing as mailed about the days until `day`, in the transaction that mails it.
 * @returns by account the token that stops it; only of those that are due: not stopped, and not yet mailed about this day
 */
export async function markMailingsSent(
  trx: Transaction<DB>,
  { kind, day, accountIds }: { kind: MailingKind; day: string; accountIds: number[] },
): Promise<Map<number, string>> {
  const candidates = JSON.stringify(accountIds.map((account) => ({ account, token: createToken() })));
  // Sorted, so that concurrent processes lock the rows in the same order and cannot deadlock.
  const { rows } = await sql<{ account: number; token: string }>`
    insert into mailings as m (account_id, kind, token, mailed_for)
    select account, ${kind}, token, ${day}::date from json_to_recordset(${candidates}) as made (account bigint, token text)
    order by account
    on conflict (account_id, kind) where saved_search_id is null do update set mailed_for = excluded.mailed_for
    where m.stopped_at is null and (m.mailed_for is null or m.mailed_for < excluded.mailed_for)
    returning account_id as account, token`.execute(trx);
  return new Map(rows.map(({ account, token }) => [account, token]));
}

/**
 * The mailings of an account, for its export and its deletion (`PersonalData`), without the tokens, which could stop them. Saved
 * searches export their own.
 */
export const mailingsPersonalData = {
  name: 'mailings',
  export: (db: Kysely<DB>, accountId: number) =>
    db
      .selectFrom('mailings')
      .select(['kind', 'stopped_at as stoppedAt', sql<string | null>`mailed_for::text`.as('mailedFor')])
      .where('account_id', '=', accountId)
      .where('saved_search_id', 'is', null)
      .$narrowType<{ kind: MailingKind }>()
      .execute(),
  async erase(trx: Transaction<DB>, accountId: number) {
    await trx.deleteFrom('mailings').where('account_id', '=', accountId).execute();
  },
};

const createToken = () => randomBytes(32).toString('base64url');
