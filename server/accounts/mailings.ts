import { type Kysely, sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { type Mailing, type MailingKind, mailingKindSchema, OPT_IN_MAILINGS } from '#contract/mailings.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import { createToken, hashToken } from '#server/platform/http/sessions.ts';

/** How long the links of an email can stop its mailing. */
export const UNSUBSCRIBE_LINK_DAYS = 400;

// A mailing is on until it is stopped: a row is there once one was mailed or stopped. One that is off at first has a row
// once it was turned on. That of a saved search is there from its beginning to its end.

/** The recurring emails of an account, and whether each is on. */
export async function listMailings(db: Kysely<DB>, accountId: number): Promise<Mailing[]> {
  const rows = await mailingsPersonalData.export(db, accountId);
  const isOnByKind = new Map(rows.map(({ kind, stoppedAt }) => [kind, stoppedAt === null]));
  return mailingKindSchema.options.map((kind) => ({ kind, on: isOnByKind.get(kind) ?? !OPT_IN_MAILINGS.has(kind) }));
}

/** Switches a mailing on or off. */
export async function setMailing(db: Kysely<DB>, accountId: number, { kind, on }: Mailing): Promise<void> {
  const stoppedAt = on ? sql<null>`null` : sql<Date>`now()`;
  await db
    .insertInto('mailings')
    .values({ account_id: accountId, kind, stopped_at: stoppedAt })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'kind'])
        .where('saved_search_id', 'is', null)
        .doUpdateSet({ stopped_at: stoppedAt }),
    )
    .execute();
}

/** The id of a mailing, for an email about something that happened; null if it was stopped. */
export async function findMailing(
  trx: Transaction<DB>,
  { kind, accountId }: { kind: MailingKind; accountId: number },
): Promise<number | null> {
  const { rows } = await sql<{ id: number; stopped: boolean }>`
    insert into mailings (account_id, kind) values (${accountId}, ${kind})
    on conflict (account_id, kind) where saved_search_id is null do update set kind = excluded.kind
    returning id, stopped_at is not null as stopped`.execute(trx);
  return rows[0] && !rows[0].stopped ? rows[0].id : null;
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
 * Creates the token that stops a mailing, for an email that is being sent; only its hash is stored. Earlier tokens work on.
 * @param onlyUnsubscribes whether it is for the List-Unsubscribe header, whose address logs may have
 * @returns null when there is no such mailing any more
 */
export async function createUnsubscribeToken(
  db: Kysely<DB>,
  mailingId: number,
  { onlyUnsubscribes = false } = {},
): Promise<string | null> {
  const token = createToken();
  const { rows } = await sql`
    insert into unsubscribe_links (token_hash, mailing_id, only_unsubscribes)
    select ${hashToken(token)}, id, ${onlyUnsubscribes} from mailings where id = ${mailingId} returning mailing_id`.execute(
    db,
  );
  return rows.length > 0 ? token : null;
}

/** Deletes the links of old emails. */
export async function deleteOldUnsubscribeLinks(db: Kysely<DB>): Promise<void> {
  await sql`delete from unsubscribe_links
    where created_at < now() - make_interval(days => ${UNSUBSCRIBE_LINK_DAYS})`.execute(db);
}

/**
 * Stops the mailing of this token; harmless if it is stopped already.
 * See docs/decisions/0039-one-click-unsubscribe.md.
 * @throws {NotFound} when there is none
 */
export async function unsubscribe(db: Kysely<DB>, token: string): Promise<void> {
  const stopped = await db
    .updateTable('mailings')
    .set({ stopped_at: sql`coalesce(stopped_at, now())` })
    .where('id', '=', (query) =>
      query.selectFrom('unsubscribe_links').select('mailing_id').where('token_hash', '=', hashToken(token)),
    )
    .returning('id')
    .executeTakeFirst();
  if (!stopped) throw new NotFound(t('This link isn’t from one of our emails.'));
}

/**
 * The account whose mailing of this kind has this token.
 * @throws {NotFound} when there is none
 */
export async function findAccountOfMailing(db: Kysely<DB>, kind: MailingKind, token: string): Promise<number> {
  const mailing = await db
    .selectFrom('mailings')
    .innerJoin('unsubscribe_links', 'mailing_id', 'mailings.id')
    .select('account_id')
    .where('kind', '=', kind)
    .where('token_hash', '=', hashToken(token))
    .where('only_unsubscribes', '=', false)
    .executeTakeFirst();
  if (!mailing) throw new NotFound(t('This link isn’t from one of our emails.'));
  return mailing.account_id;
}

/**
 * Marks a mailing as mailed about the days until `day`, in the transaction that mails it.
 * @returns the ids of the mailings by account; only of those that are due: not stopped, and not yet mailed about this day
 */
export async function markMailingsSent(
  trx: Transaction<DB>,
  { kind, day, accountIds }: { kind: MailingKind; day: string; accountIds: number[] },
): Promise<Map<number, number>> {
  // Sorted, so that concurrent processes lock the rows in the same order and cannot deadlock.
  const { rows } = await sql<{ account: number; id: number }>`
    insert into mailings as m (account_id, kind, mailed_for)
    select account, ${kind}, ${day}::date from unnest(${accountIds}::bigint[]) as account
    order by account
    on conflict (account_id, kind) where saved_search_id is null do update set mailed_for = excluded.mailed_for
    where m.stopped_at is null and (m.mailed_for is null or m.mailed_for < excluded.mailed_for)
    returning account_id as account, id`.execute(trx);
  return new Map(rows.map(({ account, id }) => [account, id]));
}

/**
 * The mailings of an account, for its export and its deletion (`PersonalData`). Saved searches export their own.
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
