import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeConversation, makeReview } from '#tests/fixtures/conversation-factories.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { toMailbox } from './mailbox.ts';

const { db, drop } = await createTestDatabase();
afterAll(drop);

it.each([
  [
    'maria.lopez@mail.example',
    ['Maria.Lopez@MAIL.example', 'maria.lopez+shop@mail.example', 'maria.lopez+a+b@mail.example'],
  ],
  [
    'maria.lopez@mail.example',
    ['"maria.lopez"@mail.example', '"Maria\\.Lopez+x"@mail.example', 'maria.lopez@mail.example.'],
  ],
  [
    'maria.lopez@mail.example',
    [' maria.lopez@mail.example ', 'ｍaria.lopez＠mail.example', 'maria.lopez@mail。example'],
  ],
  ['marialopez@gmail.com', ['maria.lopez@gmail.com', 'm.a.r.i.a.lopez+x@GoogleMail.com', '"maria.lopez"@gmail.com.']],
  ['ana@xn--bcher-kva.example', ['ana@bücher.example', 'Ana@BÜCHER.example', 'ana+x@bu\u0308cher.example']],
  ['+ana@mail.example', ['+ana@mail.example', '+ana+x@mail.example']],
])('The mailbox %s has the addresses %j', (mailbox, addresses) => {
  expect(addresses.map(toMailbox)).toEqual(addresses.map(() => mailbox));
  expect(toMailbox(mailbox)).toBe(mailbox);
});

it('Other mailboxes stay others', () => {
  const addresses = [
    'ana@mail.example',
    'a.na@mail.example',
    'ana-x@mail.example',
    'ana@mail.example.com',
    '+ana@mail.example',
  ];
  expect(new Set(addresses.map(toMailbox)).size).toBe(addresses.length);
});

it('What is no address does not fail', () => {
  expect(['', '@', 'ana', '"', 'ana@', '@mail.example'].map(toMailbox)).toEqual([
    '@',
    '@',
    '@ana',
    '@"',
    'ana@',
    '@mail.example',
  ]);
});

it('Rows of the release before get the mailbox of their address, and blocks are kept', async () => {
  const addresses = [
    'a.na+x@gmail.com',
    'a.na+y@googlemail.com',
    'b.o+x+y@mail.example',
    '+c+d@mail.example',
    'e++f@mail.example',
  ];
  const { id: listing_id } = await makeListing(db, { owner_id: (await makeAccount(db)).id });
  for (const email of addresses) {
    const { id } = await makeAccount(db, { email, mailbox: null });
    await makeReview(db, { listing_id, email_key: email, mailbox: null });
    await makeConversation(db, { listing_id, customer_email: email, customer_email_key: email });
    await db.insertInto('conversation_blocks').values({ owner_id: id, email_key: email }).execute();
  }
  const migration = readFileSync(join(import.meta.dirname, '../db/migrations/0153_fill_mailboxes.sql'), 'utf8');
  // Also where a start was interrupted.
  for (const statement of [migration, migration].flatMap((text) => text.split('\n\n')))
    await sql.raw(statement).execute(db);
  const readMailboxes = async (from: string) =>
    (await sql<{ mailbox: string }>`${sql.raw(from)}`.execute(db)).rows.map(({ mailbox }) => mailbox);
  const expected = addresses.map(toMailbox);
  expect(await readMailboxes('select mailbox from accounts order by id offset 1')).toEqual(expected);
  expect(await readMailboxes('select mailbox from reviews order by id')).toEqual(expected);
  expect(await readMailboxes('select customer_email_key as mailbox from conversations order by id')).toEqual(expected);
  expect(await readMailboxes('select email_key as mailbox from conversation_blocks order by owner_id')).toEqual(
    expected,
  );
});
