import { sql, type Transaction } from 'kysely';
import { defineMessage } from '#contract/i18n/t.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict } from '#server/platform/http/errors.ts';

/** The answer for a code that is not valid any more. */
export const CODE_USED = defineMessage('This code was used already, or its time has passed.');

/** Whether a code can still be used. */
export const isUnused = (codeHash: ReturnType<typeof sql>) => sql<boolean>`exists (
  select from receipt_codes c join receipt_batches b on b.id = c.batch_id
  where c.code_hash = ${codeHash} and b.expires_at > now())`;

/** Uses a code that was entered: nothing says afterwards which one it was. @throws {Conflict} when somebody else was quicker */
export async function consumeCode(trx: Transaction<DB>, enteredCodeId: number, codeHash: Buffer): Promise<void> {
  const { rows } = await sql`
    with gone as (
      delete from receipt_codes where code_hash = ${codeHash} returning batch_id
    )
    update receipt_batches set used = used + 1 where id in (select batch_id from gone) returning id`.execute(trx);
  if (rows.length === 0) throw new Conflict(CODE_USED);
  await trx.updateTable('entered_codes').set({ code_hash: null }).where('id', '=', enteredCodeId).execute();
}
