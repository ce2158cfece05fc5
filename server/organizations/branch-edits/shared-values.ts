import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type BranchChanges, SHARED_FIELDS } from '#contract/ownership/branch-edits.ts';
import { type OrganizationKey, organizationNotFound } from '#server/organizations/access.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { type FormPart, pickFields } from './apply-changes.ts';

/** The values that the branches of an organization share, by field. */
export async function findShared(db: Kysely<DB>, { id }: Pick<OrganizationKey, 'id'>): Promise<FormPart> {
  const row = await db.selectFrom('organizations').select('profile').where('id', '=', id).executeTakeFirst();
  if (!row) throw organizationNotFound();
  return row.profile as FormPart;
}

/** Makes values those that branches share, and stores with the edit what they were. A telephone number is no shared value. */
export function saveShared(
  db: Kysely<DB>,
  { id }: OrganizationKey,
  { editId, changes }: { editId: number; changes: BranchChanges },
): Promise<void> {
  const fields = SHARED_FIELDS.filter((name) => name in changes);
  const after = pickFields(changes, fields);
  if (fields.length === 0) return Promise.resolve();
  return db.transaction().execute(async (trx) => {
    const before = await lockShared(trx, id);
    await writeShared(trx, id, { ...before, ...after });
    const known = fields.filter((name) => name in before);
    await sql`
      update organization_edits
      set profile_before = ${JSON.stringify(pickFields(before, known))}, profile_after = ${JSON.stringify(after)}
      where id = ${editId}`.execute(trx);
  });
}

/** Restores the shared values before an edit, of each field that nobody changed since. @returns whether there is one */
export async function restoreShared(
  trx: Transaction<DB>,
  id: number,
  { before, after }: { before: FormPart; after: FormPart },
): Promise<boolean> {
  const now = await lockShared(trx, id);
  const unchanged = Object.keys(after).filter((name) => isDeepStrictEqual(now[name], after[name]));
  const kept = Object.entries(now).filter(([name]) => !unchanged.includes(name));
  const restored = Object.entries(before).filter(([name]) => unchanged.includes(name));
  await writeShared(trx, id, Object.fromEntries([...kept, ...restored]));
  return unchanged.length > 0;
}

async function lockShared(trx: Transaction<DB>, id: number): Promise<FormPart> {
  const row = await trx
    .selectFrom('organizations')
    .select('profile')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw organizationNotFound();
  return row.profile as FormPart;
}

const writeShared = (trx: Transaction<DB>, id: number, profile: FormPart) =>
  sql`update organizations set profile = ${JSON.stringify(profile)}, updated_at = now() where id = ${id}`.execute(trx);
