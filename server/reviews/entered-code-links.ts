import { type Kysely, sql } from 'kysely';
import { canBeOpened, type LinkKind } from '#server/conversations/links/links.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { createToken, hashToken } from '#server/platform/http/sessions.ts';
import { deferToken } from '#server/platform/jobs/deferred-tokens.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import { codeEnteredEmail } from './emails.ts';

/** The links of customers who entered a receipt code. */
export const ENTERED_CODE_LINKS: LinkKind = {
  async open(db, tokenHash) {
    const { rows } = await sql<{ entered_code_id: number }>`
      update entered_code_links link set opened_at = coalesce(opened_at, now())
      where link.token_hash = ${tokenHash} and ${canBeOpened} returning entered_code_id`.execute(db);
    return rows[0];
  },
  find: (db, tokenHash) =>
    db
      .selectFrom('entered_code_links')
      .select('entered_code_id')
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst(),
  async resend(db, id, { jobs, site }) {
    const row = await db
      .selectFrom('entered_codes')
      .select(['email', 'language'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) return;
    const deferred = deferToken('entered-code', id);
    const facts = { to: row.email, id, token: deferred.placeholder };
    const email = writeEmail(row.language, () => codeEnteredEmail(site, facts));
    await db.transaction().execute((trx) => jobs.enqueueEmail(trx, { ...email, deferred }));
  },
};

/**
 * Creates the token of a link for an email about an entered code that is being sent; only its hash is stored.
 * @returns null when that is gone
 */
export async function createEnteredCodeToken(db: Kysely<DB>, id: number): Promise<string | null> {
  const token = createToken();
  const { rows } = await sql`
    insert into entered_code_links (token_hash, entered_code_id)
    select ${hashToken(token)}, id from entered_codes where id = ${id} returning entered_code_id`.execute(db);
  return rows.length > 0 ? token : null;
}
