import { type Kysely, sql, type Transaction } from 'kysely';
import type { PostingDraft } from '#contract/owner-listings.ts';
import type { DB } from '#server/platform/db/schema.ts';

/** The form that an account has typed and not posted; null where there is none. */
export async function readPostingDraft(db: Kysely<DB>, accountId: number): Promise<PostingDraft | null> {
  const row = await db
    .selectFrom('posting_drafts')
    .select(['content', 'saved_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row ? { content: row.content, savedAt: row.saved_at.toISOString() } : null;
}

/** Replaces it. @returns when it was saved */
export async function savePostingDraft(db: Kysely<DB>, accountId: number, content: string): Promise<string> {
  const { saved_at } = await db
    .insertInto('posting_drafts')
    .values({ account_id: accountId, content })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ content, saved_at: sql`now()` }))
    .returning('saved_at')
    .executeTakeFirstOrThrow();
  return saved_at.toISOString();
}

/** Deletes it: it was posted, or given up. */
export async function deletePostingDraft(db: Kysely<DB>, accountId: number): Promise<void> {
  await db.deleteFrom('posting_drafts').where('account_id', '=', accountId).execute();
}

/** Deletes those of which nothing was typed for 30 days, as in the browser. Runs daily. */
export async function deleteOldPostingDrafts(db: Kysely<DB>): Promise<void> {
  await sql`delete from posting_drafts where saved_at < now() - interval '30 days'`.execute(db);
}

/** The draft of an account, for its export and its deletion (`PersonalData`). */
export const postingDraftPersonalData = {
  name: 'postingDraft',
  export: readPostingDraft,
  erase: (trx: Transaction<DB>, accountId: number) => deletePostingDraft(trx, accountId),
};
