import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { defineMessage, t } from '#contract/i18n/t.ts';
import type { ListingFields } from '#contract/listing-form.ts';
import { BRANCH_UNDO_DAYS, type BranchEdits, type BranchUndo } from '#contract/ownership/branch-edits.ts';
import { applyEdit } from '#server/listings/lifecycle/edit.ts';
import type { PostingDeps } from '#server/listings/write/posting.ts';
import { recordExceptions } from '#server/listings/write/shared-exceptions.ts';
import type { OrganizationKey } from '#server/organizations/access.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, HttpError, NotFound } from '#server/platform/http/errors.ts';
import { type FormPart, findDifferences, pickFields } from './apply-changes.ts';
import { type BranchEditor, lockBranch, translateIssues } from './edit-branches.ts';
import { describeNewerEdit } from './newer-edit.ts';
import { restoreShared } from './shared-values.ts';

const IS_RECENT = sql<boolean>`e.at > now() - make_interval(days => ${sql.lit(BRANCH_UNDO_DAYS)})`;
// A branch that stayed as it was is left to be undone.
const IS_LEFT = sql<boolean>`c.undone is not true`;
const MAX_LISTED = 20;

/** The edits of an organization that can be undone, or were, newest first. */
export async function listBranchEdits(db: Kysely<DB>, { id }: Pick<OrganizationKey, 'id'>): Promise<BranchEdits> {
  const rows = await db
    .selectFrom('organization_edits as e')
    .select(['e.id', 'e.at', 'e.fields', 'e.undone_at'])
    .select(countChanges(sql<boolean>`true`).as('changed'))
    .select(countChanges(IS_LEFT).as('left'))
    .where('e.organization_id', '=', id)
    .where(IS_RECENT)
    .orderBy('e.id', 'desc')
    .limit(MAX_LISTED)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    fields: row.fields,
    changed: row.left || row.changed,
    undoneAt: row.left > 0 ? null : (row.undone_at?.toISOString() ?? null),
  }));
}

const countChanges = (which: RawBuilder<boolean>) =>
  sql<number>`(select count(*)::int from organization_edit_changes c where c.edit_id = e.id and ${which})`;

/** Deletes edits that can no longer be undone. Runs daily. */
export async function deleteOldBranchEdits(db: Kysely<DB>): Promise<void> {
  await sql`delete from organization_edits e where not (${IS_RECENT})`.execute(db);
}

/**
 * Undoes an edit of several branches, each in its own transaction. A branch that was changed meanwhile in one of these fields stays as it is,
 * and can be undone later.
 * @throws {NotFound} when there is no such edit of the past 30 days
 * @throws {Conflict} when it was undone, or nothing would change: then with the newer edit that is to be undone first
 */
export async function undoBranchEdit(deps: PostingDeps, editor: BranchEditor, editId: number): Promise<BranchUndo> {
  const { db } = deps;
  await beginUndo(db, editor, editId);
  const branches: BranchUndo['branches'] = [];
  for (const { id, title, city } of await findLeft(db, editId)) {
    const message = await undoChange(deps, editor, { editId, id });
    branches.push({ id, title, city, done: message === null, message });
  }
  const [first] = branches;
  if (first?.message && !branches.some(({ done }) => done)) throw new Conflict(first.message);
  return { branches };
}

const findLeft = (db: Kysely<DB>, editId: number) =>
  db
    .selectFrom('organization_edit_changes as c')
    .innerJoin('listings as l', 'l.id', 'c.listing_id')
    .select(['l.id', 'l.title', 'l.city', 'c.after'])
    .where('c.edit_id', '=', editId)
    .where(IS_LEFT)
    .orderBy('l.id')
    .execute();

/** Restores the shared values. Who undoes it a second time continues with the branches that are left. */
const beginUndo = (db: Kysely<DB>, editor: BranchEditor, editId: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const edit = await trx
      .selectFrom('organization_edits as e')
      .select(['e.undone_at', 'e.profile_before', 'e.profile_after'])
      .where('e.id', '=', editId)
      .where('e.organization_id', '=', editor.organization.id)
      .where(IS_RECENT)
      .forUpdate()
      .executeTakeFirst();
    if (!edit) throw new NotFound(t('There is no such edit of the past 30 days.'));
    const left = await findLeft(trx, editId);
    if (edit.undone_at !== null && left.length === 0) throw new Conflict(t('This was already undone.'));
    const { profile_before: before, profile_after: after } = edit;
    const isSharedRestored =
      before !== null &&
      after !== null &&
      (await restoreShared(trx, editor.organization.id, { before: before as FormPart, after: after as FormPart }));
    const isRestorable = left.length > 0 ? await hasUnchanged(trx, editor, left) : isSharedRestored;
    // The shared values stay too: what is thrown rolls them back.
    if (!isRestorable)
      throw new Conflict((await describeNewerEdit(trx, editId)) ?? t('It was changed since, so nothing was undone.'));
    await trx.updateTable('organization_edits').set({ undone_at: sql`now()` }).where('id', '=', editId).execute();
  });

/** Whether a branch is as the edit has left it. */
async function hasUnchanged(trx: Transaction<DB>, editor: BranchEditor, left: { id: number; after: unknown }[]) {
  for (const { id, after } of left) {
    try {
      const { form } = await lockBranch(trx, editor, id);
      if (isAsLeft(form, after as FormPart)) return true;
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
    }
  }
  return false;
}

const isAsLeft = (form: object, after: FormPart) =>
  findDifferences(after, pickFields(form, Object.keys(after))).length === 0;

interface ChangeRef {
  editId: number;
  id: number;
}

/** @returns why the branch stays as it is; null if it does not */
async function undoChange(deps: PostingDeps, editor: BranchEditor, change: ChangeRef): Promise<string | null> {
  try {
    await deps.db.transaction().execute((trx) => restoreBranch(trx, deps, editor, change));
    return null;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    await markChange(deps.db, change, error.message.slice(0, 1000));
    return translateIssues(error);
  }
}

// A stored message, translated when it is read.
const CHANGED = defineMessage('It was changed since, so it stays as it is.');

async function restoreBranch(trx: Transaction<DB>, deps: PostingDeps, editor: BranchEditor, change: ChangeRef) {
  const { own, form, version } = await lockBranch(trx, editor, change.id);
  const stored = await markChange(trx, change, null);
  if (!stored) throw new Conflict(t('Somebody else undid this at the same time.'));
  const [before, after] = [stored.before as FormPart, stored.after as FormPart];
  if (!isAsLeft(form, after)) throw new Conflict(CHANGED);
  await applyEdit(trx, deps, own, { ...(form as ListingFields), tagIds: [], ...before, version });
  await recordExceptions(trx, change.id, before);
}

/** Marks a change as undone, or as not undone for a reason; undefined if it was undone before. */
const markChange = (db: Kysely<DB>, { editId, id }: ChangeRef, refusal: string | null) =>
  db
    .updateTable('organization_edit_changes')
    .set({ undone: refusal === null, refusal })
    .where('edit_id', '=', editId)
    .where('listing_id', '=', id)
    .where(sql<boolean>`undone is not true`)
    .returning(['before', 'after'])
    .executeTakeFirst();
