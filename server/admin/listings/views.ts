import { type Kysely, sql, type Transaction } from 'kysely';
import {
  LISTING_COLUMNS,
  type ListingColumn,
  type ListingView,
  type ListingViewForm,
  MAX_LISTING_VIEWS,
} from '#contract/admin/listing-views.ts';
import { t } from '#contract/i18n/t.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, NotFound } from '#server/platform/http/errors.ts';

/** The views that a member of the staff has saved, by name. */
export const listViews = async (db: Kysely<DB>, accountId: number): Promise<ListingView[]> =>
  (await viewsQuery(db, accountId).execute()).map((row) => ({ ...row, columns: toColumns(row.columns) }));

/** Exported for the test of its query plan. */
export const viewsQuery = (db: Kysely<DB>, accountId: number) =>
  db
    .selectFrom('listing_views')
    .select(['id', 'name', 'filter', 'columns'])
    .where('account_id', '=', accountId)
    .orderBy('name');

// A release may have removed a column.
const toColumns = (stored: string[]): ListingColumn[] => LISTING_COLUMNS.filter((column) => stored.includes(column));

/**
 * Saves a view.
 * @throws {Conflict} when there is one of this name, or the account has reached its limit
 */
export const saveView = (db: Kysely<DB>, accountId: number, form: ListingViewForm): Promise<ListingView> =>
  db.transaction().execute(async (trx) => {
    const others = await lockViews(trx, accountId);
    if (others.length >= MAX_LISTING_VIEWS)
      throw new Conflict(t('You can save up to {max} views. Delete one to save another.', { max: MAX_LISTING_VIEWS }));
    requireUnusedName(others, form.name);
    const { id } = await trx
      .insertInto('listing_views')
      .values({ account_id: accountId, ...form })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, ...form };
  });

/**
 * Gives a view another name, filter and columns.
 * @throws {NotFound} when the account has no such view
 * @throws {Conflict} when it has another one of this name
 */
export const replaceView = (
  db: Kysely<DB>,
  { accountId, id }: { accountId: number; id: number },
  form: ListingViewForm,
): Promise<ListingView> =>
  db.transaction().execute(async (trx) => {
    const views = await lockViews(trx, accountId);
    if (!views.some((view) => view.id === id)) throw viewNotFound();
    requireUnusedName(
      views.filter((view) => view.id !== id),
      form.name,
    );
    await trx.updateTable('listing_views').set(form).where('id', '=', id).execute();
    return { id, ...form };
  });

/** Deletes a view. @throws {NotFound} when the account has no such view */
export async function deleteView(db: Kysely<DB>, { accountId, id }: { accountId: number; id: number }): Promise<void> {
  const deleted = await db
    .deleteFrom('listing_views')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  if (!deleted) throw viewNotFound();
}

/** The views of an account, which no other request changes meanwhile. */
async function lockViews(trx: Transaction<DB>, accountId: number) {
  await sql`select from accounts where id = ${accountId} for no key update`.execute(trx);
  return trx.selectFrom('listing_views').select(['id', 'name']).where('account_id', '=', accountId).execute();
}

function requireUnusedName(others: { name: string }[], name: string) {
  if (others.some((view) => view.name === name)) throw new Conflict(t('You already have a view of this name.'));
}

const viewNotFound = () => new NotFound(t('View not found'));

/** The saved views of an account, for its export and its deletion (`PersonalData`). */
export const listingViewsPersonalData = {
  name: 'listingViews',
  export: (db: Kysely<DB>, accountId: number) =>
    db
      .selectFrom('listing_views')
      .select(['name', 'filter', 'columns'])
      .where('account_id', '=', accountId)
      .orderBy('name')
      .execute(),
  async erase(trx: Transaction<DB>, accountId: number) {
    await trx.deleteFrom('listing_views').where('account_id', '=', accountId).execute();
  },
};
