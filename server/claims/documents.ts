import { randomBytes } from 'node:crypto';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { DOCUMENT_ERROR_MESSAGES } from '#contract/ownership/claims.ts';
import { encodePicture } from '#server/photos/encoding.ts';
import type { PictureDeps } from '#server/photos/upload.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Invalid, NotFound, Unauthorized } from '#server/platform/http/errors.ts';
import type { Storage } from '#server/platform/storage/storage.ts';

/** How long a document is stored at most, if nobody decides. */
const DOCUMENT_DAYS = 30;
/** How long one is stored with which no claim was sent. */
const UNSENT_HOURS = 24;
const MAX_UNSENT = 3;

/**
 * Stores a document: a PDF as it is, which nothing here ever reads, or a picture, encoded anew like every picture. It is for the claim that
 * names it within a day. See docs/decisions/0175-documents-of-claims.md.
 * @returns its name, which nobody can guess
 * @throws {Invalid} when it is neither
 * @throws {Unavailable} when it cannot be encoded or stored
 * @throws {Unauthorized} when the account was suspended or deleted meanwhile
 */
export async function storeDocument({ db, storage }: PictureDeps, accountId: number, bytes: Buffer) {
  const isPdf = bytes.subarray(0, PDF_SIGNATURE.length).equals(PDF_SIGNATURE);
  const content = isPdf ? bytes : await encodeLargest(bytes);
  const name = `claim-${randomBytes(16).toString('hex')}.${isPdf ? 'pdf' : 'webp'}`;
  // Recorded as stale before it is written: an interruption leaves no orphaned file.
  await db.insertInto('stale_files').values({ name, due_at: sql<Date>`now() + interval '1 hour'` }).execute();
  await storage.put(name, content, isPdf ? 'application/pdf' : 'image/webp');
  await db.transaction().execute(async (trx) => {
    const account = await trx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', accountId)
      .where('is_active', '=', true)
      .forKeyShare()
      .executeTakeFirst();
    if (!account) throw new Unauthorized();
    const reclaimed = await trx.deleteFrom('stale_files').where('name', '=', name).returning('name').execute();
    if (reclaimed.length === 0) throw new Error('An upload took so long that its file was removed.');
    await trx.insertInto('claim_documents').values({ name, account_id: accountId, bytes: content.length }).execute();
    await removeDocuments(
      trx,
      sql`name in (select name from claim_documents where account_id = ${accountId} and claim_id is null
        order by created_at desc, name offset ${MAX_UNSENT})`,
    );
  });
  return { name };
}

const PDF_SIGNATURE = Buffer.from('%PDF-');

async function encodeLargest(bytes: Buffer): Promise<Buffer> {
  const largest = (await encodePicture(bytes, DOCUMENT_ERROR_MESSAGES)).files.at(-1);
  if (!largest) throw new Error('A picture without files');
  return largest.bytes;
}

/**
 * Makes a document of the account that of a claim, instead of the one that the claim had; with an empty name the claim has none.
 * @throws {Invalid} for one that does not exist, was removed, or is that of another claim
 */
export async function replaceDocument(
  trx: Transaction<DB>,
  { claimId, accountId, name }: { claimId: number; accountId: number; name: string },
): Promise<void> {
  await removeDocuments(trx, sql`claim_id = ${claimId} and name <> ${name}`);
  if (!name) return;
  const { numUpdatedRows } = await trx
    .updateTable('claim_documents')
    .set({ claim_id: claimId })
    .where('name', '=', name)
    .where('account_id', '=', accountId)
    .where((where) => where.or([where('claim_id', 'is', null), where('claim_id', '=', claimId)]))
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new Invalid(t('Please add the document again.'), [
      { path: 'document', message: t('Please add the document again.') },
    ]);
}

/** Removes the documents of the claims of a listing that were decided. */
export const removeDecidedDocuments = (trx: Transaction<DB>, listingId: number): Promise<void> =>
  removeDocuments(
    trx,
    sql`claim_id in (select id from claims where listing_id = ${listingId} and decided_at is not null)`,
  );

/** Removes all documents of an account. */
export const removeDocumentsOf = (trx: Transaction<DB>, accountId: number): Promise<void> =>
  removeDocuments(trx, sql`account_id = ${accountId}`);

/** Deletes documents that were sent with no claim, those of claims that were decided or are gone, and those that are too old. Runs hourly. */
export const deleteOldDocuments = (db: Kysely<DB>): Promise<void> =>
  db.transaction().execute((trx) =>
    removeDocuments(
      trx,
      sql`created_at <= now() - make_interval(days => ${sql.lit(DOCUMENT_DAYS)})
          or claim_id is null and created_at <= now() - make_interval(hours => ${sql.lit(UNSENT_HOURS)})
          or claim_id in (select id from claims where decided_at is not null)`,
    ),
  );

/** From the commit on nobody can read them; their files are removed later. */
async function removeDocuments(trx: Transaction<DB>, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    with removed as (delete from claim_documents where ${which} returning name)
    insert into stale_files (name) select name from removed`.execute(trx);
}

/**
 * The document of a claim that is not decided.
 * @throws {NotFound} when it has none, or it is gone
 */
export async function readDocument(db: Kysely<DB>, storage: Storage, claimId: number) {
  const found = await db
    .selectFrom('claim_documents as d')
    .innerJoin('claims as c', 'c.id', 'd.claim_id')
    .select('d.name')
    .where('c.id', '=', claimId)
    .where('c.decided_at', 'is', null)
    .executeTakeFirst();
  const bytes = found && (await storage.get(found.name));
  if (!bytes) throw new NotFound(t('This document is gone.'));
  return { bytes, isPdf: found.name.endsWith('.pdf') };
}
