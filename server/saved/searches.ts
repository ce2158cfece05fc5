import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { SettingValues } from '#contract/admin/settings.ts';
import { t } from '#contract/i18n/t.ts';
import type { EmailFrequency, SavedSearch } from '#contract/saved.ts';
import { createSearchMailing, setSearchMailing } from '#server/accounts/mailings.ts';
import { lockAccount } from '#server/listings/write/posting.ts';
import type { DB, SavedSearches } from '#server/platform/db/schema.ts';
import { Conflict, NotFound, Unauthorized } from '#server/platform/http/errors.ts';
import { emailUnconfirmed } from '#server/platform/http/permissions.ts';

/** The saved searches of an account, the last saved first. */
export async function listSavedSearches(db: Kysely<DB>, accountId: number): Promise<SavedSearch[]> {
  const rows = await savedSearchRows(db).where('s.account_id', '=', accountId).orderBy('s.id', 'desc').execute();
  return rows.map(presentSavedSearch);
}

/** A search to save: `search` is the normalized query string of the contract. */
interface NewSavedSearch {
  name: string;
  search: string;
  mails: EmailFrequency;
}

/**
 * Saves a search. Its emails contain listings added from now on only.
 * @throws {Forbidden} when the account's email is not confirmed
 * @throws {Conflict} when it is already saved, or the account has reached its limit
 */
export function saveSearch(
  db: Kysely<DB>,
  accountId: number,
  { name, search, mails }: NewSavedSearch,
  { savedSearches }: Pick<SettingValues, 'savedSearches'>,
): Promise<SavedSearch> {
  return db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, accountId);
    if (!account) throw new Unauthorized();
    if (!account.email_confirmed_at) throw emailUnconfirmed();
    const own = await trx.selectFrom('saved_searches').select('search').where('account_id', '=', accountId).execute();
    if (own.some((other) => other.search === search)) throw new Conflict(t('You’ve already saved this search.'));
    if (own.length >= savedSearches)
      throw new Conflict(
        t(
          'You can save up to {max, plural, one {{max} search} other {{max} searches}}. Delete one in your account to save another.',
          { max: savedSearches },
        ),
      );
    const { id } = await trx
      .insertInto('saved_searches')
      .values({ account_id: accountId, name, search, often: mails === 'none' ? 'weekly' : mails })
      .returning('id')
      .executeTakeFirstOrThrow();
    await createSearchMailing(trx, { accountId, searchId: id, on: mails !== 'none' });
    return presentSavedSearch(await savedSearchRows(trx).where('s.id', '=', id).executeTakeFirstOrThrow());
  });
}

/** A saved search of an account. */
interface SavedSearchKey {
  accountId: number;
  id: number;
}

/**
 * Changes how often new listings are emailed. An alert that was stopped starts with listings from now on.
 * @throws {NotFound} when the account has no such search
 */
export function updateAlertFrequency(
  db: Kysely<DB>,
  { accountId, id }: SavedSearchKey,
  mails: EmailFrequency,
): Promise<SavedSearch> {
  return db.transaction().execute(async (trx) => {
    const known = await trx
      .selectFrom('saved_searches')
      .select('id')
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .forUpdate()
      .executeTakeFirst();
    if (!known) throw savedSearchNotFound();
    if (mails !== 'none') {
      const stopped = sql`exists (select from mailings where saved_search_id = ${id} and stopped_at is not null)`;
      await trx
        .updateTable('saved_searches')
        .set({
          often: mails,
          told_until: sql`case when ${stopped} then now() else told_until end`,
          missed: sql`case when ${stopped} then '{}' else missed end`,
        })
        .where('id', '=', id)
        .execute();
    }
    await setSearchMailing(trx, id, mails !== 'none');
    return presentSavedSearch(await savedSearchRows(trx).where('s.id', '=', id).executeTakeFirstOrThrow());
  });
}

/**
 * Deletes a saved search and stops its emails.
 * @throws {NotFound} when the account has no such search
 */
export async function deleteSavedSearch(db: Kysely<DB>, { accountId, id }: SavedSearchKey): Promise<void> {
  const deleted = await db
    .deleteFrom('saved_searches')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  if (!deleted) throw savedSearchNotFound();
}

const savedSearchNotFound = () => new NotFound(t('This search isn’t saved.'));

const savedSearchRows = (db: Kysely<DB>) =>
  db
    .selectFrom('saved_searches as s')
    .innerJoin('mailings as m', 'm.saved_search_id', 's.id')
    .select(['s.id', 's.name', 's.search', 's.often', 's.created_at', 'm.stopped_at']);

type SavedSearchRow = Pick<Selectable<SavedSearches>, 'id' | 'name' | 'search' | 'often' | 'created_at'> & {
  stopped_at: Date | null;
};

const presentSavedSearch = ({ id, name, search, often, created_at, stopped_at }: SavedSearchRow): SavedSearch => ({
  id,
  name,
  search,
  mails: stopped_at ? 'none' : often,
  createdAt: created_at.toISOString(),
});

/** The saved searches of an account, for its export and deletion (`PersonalData`). */
export const savedSearchPersonalData = {
  name: 'savedSearches',
  export: listSavedSearches,
  async erase(trx: Transaction<DB>, accountId: number) {
    await trx.deleteFrom('saved_searches').where('account_id', '=', accountId).execute();
  },
};
