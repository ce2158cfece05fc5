import { type CompiledQuery, sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { accountMessagesQuery } from '#server/contact/messages.ts';
import { encodeCursor } from '#server/platform/http/cursor.ts';
import { backlogQuery } from '#server/platform/jobs/mail-backlog.ts';
import { withoutStatementTimeout } from '#tests/support/database.ts';
import { explain } from '#tests/support/explain.ts';
import { createLargeDirectory, DIRECTORY_SIZE } from '#tests/support/large-directory.ts';
import { messagesQuery, messagesTotalQuery } from './messages.ts';

const { db, drop } = await createLargeDirectory();
afterAll(drop);

// Years of messages, and a mail server that has been unavailable for long.
await withoutStatementTimeout(db, async (db) => {
  await sql`
  insert into contact_messages (account_id, name, email, inquiry_type, subject, message, status, answer, answered_at, spam_at)
  select case when i % 4 = 0 then (select min(id) from accounts) + i % 2000 end, 'Ana Lima', 'ana-' || i || '@mail.example', 'general', 'A question',
    repeat('How do I begin with a listing? ', 20), status, case status when 'answered' then 'In your account.' end,
    case status when 'answered' then now() end, case status when 'spam' then now() - i * interval '2 minutes' end
  from generate_series(1, ${DIRECTORY_SIZE}::int) as i
  cross join lateral (select case when i % 40 = 0 then 'new' when i % 3 = 0 then 'spam' else 'answered' end as status) as s`.execute(
    db,
  );
  await sql`
  insert into pgboss.job (name, data, start_after, state)
  select case when i % 10 = 0 then 'mail-given-up' else 'mail' end, '{}', now() + interval '1 hour',
    (case when i % 10 < 3 then 'created' else 'completed' end)::pgboss.job_state
  from generate_series(1, ${DIRECTORY_SIZE}::int) as i`.execute(db);
  await sql`checkpoint`.execute(db);
  await sql`vacuum analyze contact_messages`.execute(db);
});

const explainText = async (query: { compile(): CompiledQuery }) => (await explain(db, query.compile())).join('\n');

describe('a page is an index scan:', () => {
  it.each(['new', 'answered', 'spam'] as const)('the messages that are %s', async (status) => {
    for (const page of [
      { limit: 20 },
      { limit: 20, cursor: encodeCursor({ id: DIRECTORY_SIZE / 2 }) },
      { limit: 100 },
    ]) {
      const plan = await explainText(messagesQuery(db, { ...page, status }));
      expect(plan).not.toMatch(/Sort|Seq Scan|Hash/);
      expect(plan).toMatch(/Index Scan (Backward )?using contact_messages_(status|pkey)/);
    }
  });
});

it('new messages are counted by their index', async () => {
  expect(await explainText(messagesTotalQuery(db, { status: 'new' }))).toContain(
    'Index Only Scan using contact_messages_status',
  );
});

it('unsent emails are found by an index, regardless of the number of sent ones', async () => {
  const plan = await explainText({ compile: () => backlogQuery.compile(db) });
  expect(plan).not.toContain('Seq Scan');
});

it('the messages of an account are found by its index', async () => {
  const { id } = await db.selectFrom('accounts').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  const plan = await explainText(accountMessagesQuery(db, id));
  expect(plan).not.toContain('Seq Scan');
  expect(plan).toContain('contact_messages_account');
});
