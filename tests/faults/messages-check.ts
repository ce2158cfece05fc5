import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';

/** The file with the keys of the messages that were accepted. */
export const getAnsweredPath = (folder: string) => join(folder, 'answered');

/** Finds messages that were accepted and are not there, and those of which the other side was not notified exactly once. */
export async function checkMessages(db: Kysely<DB>, folder: string) {
  const path = getAnsweredPath(folder);
  const answered = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
  const { rows: lost } = await sql<{ key: string }>`
    select key from unnest(${answered}::uuid[]) as key
    where not exists (select from conversations where request_key = key)
      and not exists (select from messages where request_key = key)`.execute(db);
  const { rows: miscounted } = await sql<{ id: number; emails: number; expected: number }>`
    select * from (
      select m.id,
        (select count(*)::int from pgboss.job j where j.name = 'mail' and j.data->>'text' like '%' || m.body || '%') as emails,
        case when m.status = 'sent' and c.opened_at is not null then 1 else 0 end as expected
      from messages m join conversations c on c.id = m.conversation_id) as counted
    where emails <> expected`.execute(db);
  const { rows: unconfirmed } = await sql<{ id: number; emails: number }>`
    select c.id, count(j.id)::int as emails
    from conversations c left join pgboss.job j on j.name = 'mail' and j.data->>'to' = c.customer_email
      and j.data->>'text' not like '%Message %'
    where c.customer_id is null
    group by c.id having count(j.id) <> 1`.execute(db);
  const { rows: empty } = await sql<{ id: number }>`
    select id from conversations c where not exists (select from messages where conversation_id = c.id)`.execute(db);
  const broken = [
    ...lost.map(({ key }) => `${key} is lost`),
    ...miscounted.map(({ id, emails, expected }) => `message ${id}: ${emails} emails, not ${expected}`),
    ...unconfirmed.map(({ id, emails }) => `conversation ${id}: ${emails} emails with the link, not 1`),
    ...empty.map(({ id }) => `conversation ${id} has no message`),
  ];
  return { broken, accepted: answered.length };
}
