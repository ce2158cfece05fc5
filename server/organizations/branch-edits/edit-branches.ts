import { type Kysely, sql, type Transaction } from 'kysely';
import { translateDefined } from '#contract/i18n/t.ts';
import type { FormPhoto } from '#contract/listing-fields/listing-field-schemas.ts';
import type { BranchChanges, BranchEdit, BranchEditResult } from '#contract/ownership/branch-edits.ts';
import { applyEdit } from '#server/listings/lifecycle/edit.ts';
import { listingNotFound } from '#server/listings/read/listings.ts';
import { toFormValues } from '#server/listings/read/owner-listing-page.ts';
import { findOwnerListingRow, type OwnerListingId } from '#server/listings/read/owner-listings.ts';
import { copyUploadedPicture } from '#server/listings/write/picture-copies.ts';
import type { PostingDeps } from '#server/listings/write/posting.ts';
import { recordExceptions } from '#server/listings/write/shared-exceptions.ts';
import type { OrganizationKey } from '#server/organizations/access.ts';
import type { PictureDeps } from '#server/photos/upload.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { HttpError } from '#server/platform/http/errors.ts';
import { applyChanges, type FormPart, findDifferences, pickFields } from './apply-changes.ts';
import { saveShared } from './shared-values.ts';

/** The dependencies of edits, which copy pictures. */
export type BranchEditDeps = PostingDeps & Pick<PictureDeps, 'storage'>;

/** Who changes the branches of which organization. */
export interface BranchEditor {
  organization: OrganizationKey;
  accountId: number;
}

type Result = BranchEditResult['branches'][number];

/**
 * Gives branches the same values, each in its own transaction by the edit of a single listing: what is refused for one does not hold up the
 * others. What they were is stored, so that it can be undone. A dry run does the same, and rolls it back.
 * See docs/decisions/0107-bulk-actions-remember-what-they-changed.md.
 */
export async function editBranches(
  deps: BranchEditDeps,
  editor: BranchEditor,
  { listings, changes, dryRun, shared }: BranchEdit,
): Promise<BranchEditResult> {
  const { db } = deps;
  const editId = dryRun ? null : await insertEdit(db, editor, Object.keys(changes));
  if (editId !== null && shared) await saveShared(db, editor.organization, { editId, changes });
  const branches: Result[] = [];
  for (const id of listings) branches.push(await editBranch(deps, editor, { id, changes, editId, shared }));
  const isChanged = branches.some(({ outcome }) => outcome === 'changed');
  // The shared values may have changed although no branch did.
  if (editId !== null && !isChanged && !shared)
    await db.deleteFrom('organization_edits').where('id', '=', editId).execute();
  return { editId: isChanged || shared ? editId : null, branches };
}

async function insertEdit(
  db: Kysely<DB>,
  { organization, accountId }: BranchEditor,
  fields: string[],
): Promise<number> {
  const { id } = await db
    .insertInto('organization_edits')
    .values({ organization_id: organization.id, account_id: accountId, fields })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

class RolledBack extends Error {}

interface Change {
  id: number;
  changes: BranchChanges;
  /** Null: nothing is changed. */
  editId: number | null;
  shared: boolean;
}

async function editBranch(deps: BranchEditDeps, editor: BranchEditor, change: Change): Promise<Result> {
  let result = await describeBranch(deps.db, editor, change.id);
  try {
    const changes = change.editId === null ? change.changes : await copyChosenPictures(deps, editor, change);
    await deps.db.transaction().execute(async (trx) => {
      result = { ...result, ...(await changeBranch(trx, deps, editor, { ...change, changes })) };
      if (change.editId === null) throw new RolledBack();
    });
  } catch (error) {
    if (error instanceof HttpError)
      return { ...result, outcome: 'refused', message: translateIssues(error), before: {}, after: {} };
    if (!(error instanceof RolledBack)) throw error;
  }
  return result;
}

/** The changes with copies of their pictures, because a picture belongs to one listing. A copy that no branch gets is removed after a week. */
async function copyChosenPictures(
  deps: BranchEditDeps,
  { organization, accountId }: BranchEditor,
  { id, changes }: Change,
): Promise<BranchChanges> {
  const { photos = [], logo } = changes;
  const chosen = [...photos, ...(logo ? [logo] : [])];
  if (chosen.length === 0) return changes;
  // Before files are copied.
  await deps.db.transaction().execute(async (trx) => {
    applyChanges((await lockBranch(trx, { organization, accountId }, id)).form, changes);
  });
  const owners = { ownerId: organization.ownerId, uploaderId: accountId };
  const copy = (picture: FormPhoto) => copyUploadedPicture(deps, owners, picture);
  return {
    ...changes,
    ...(photos.length > 0 && { photos: await Promise.all(photos.map(copy)) }),
    ...(logo && { logo: await copy(logo) }),
  };
}

/** A refusal with what is wrong. */
export const translateIssues = ({ message, issues = [] }: HttpError): string =>
  [message, ...issues.map((issue) => issue.message)].map(translateDefined).join(' ');

const describeBranch = async (db: Kysely<DB>, { organization }: BranchEditor, id: number): Promise<Result> => {
  const row = await db
    .selectFrom('listings')
    .select(['title', 'city'])
    .where('id', '=', id)
    .where('owner_id', '=', organization.ownerId)
    .executeTakeFirst();
  const { title = '', city = '' } = row ?? {};
  return { id, title, city, outcome: 'same', message: null, before: {}, after: {}, exceptions: [] };
};

async function changeBranch(
  trx: Transaction<DB>,
  deps: PostingDeps,
  editor: BranchEditor,
  { id, changes, editId, shared }: Change,
): Promise<Pick<Result, 'outcome' | 'before' | 'after' | 'exceptions'>> {
  const branch = await lockBranch(trx, editor, id);
  const exceptions = shared ? branch.exceptions.filter((name) => name in changes) : [];
  const own = Object.fromEntries(Object.entries(changes).filter(([name]) => !exceptions.includes(name)));
  const fields = Object.keys(own);
  const form = applyChanges(branch.form, own);
  const [before, wanted] = [pickFields(branch.form, fields), pickFields(form, fields)];
  const same = { outcome: 'same' as const, before: {}, after: {}, exceptions };
  if (!shared) await recordExceptions(trx, id, wanted);
  if (findDifferences(before, wanted).length === 0) return same;
  await applyEdit(trx, deps, branch.own, { ...form, version: branch.version });
  // As it was stored: a telephone number is written in one way.
  const after = pickFields(toFormValues(await findOwnerListingRow(trx, branch.own)), fields);
  const changed = findDifferences(before, after);
  if (changed.length === 0) return same;
  const result = { before: pickFields(before, changed), after: pickFields(after, changed) };
  if (editId !== null) await recordChange(trx, { editId, id, ...result });
  return { outcome: 'changed', ...result, exceptions };
}

/**
 * A branch of the organization, locked.
 * @throws {NotFound} when it is none, or another account owns it by now
 */
export async function lockBranch(trx: Transaction<DB>, { organization, accountId }: BranchEditor, id: number) {
  const { role, ownerId } = organization;
  const own: OwnerListingId = role === 'owner' ? { id, ownerId } : { id, ownerId, member: { accountId, role } };
  const branch = await trx
    .selectFrom('organization_branches as b')
    .innerJoin('listings as l', 'l.id', 'b.listing_id')
    .select('b.exceptions')
    .where('b.listing_id', '=', id)
    .where('b.organization_id', '=', organization.id)
    .where('l.owner_id', '=', ownerId)
    .forUpdate()
    .executeTakeFirst();
  if (!branch) throw listingNotFound();
  const row = await findOwnerListingRow(trx, own);
  return { own, form: toFormValues(row), version: row.version, exceptions: branch.exceptions };
}

const recordChange = (
  trx: Transaction<DB>,
  { editId, id, before, after }: { editId: number; id: number; before: FormPart; after: FormPart },
) =>
  sql`
    insert into organization_edit_changes (edit_id, listing_id, before, after)
    values (${editId}, ${id}, ${JSON.stringify(before)}, ${JSON.stringify(after)})`.execute(trx);
