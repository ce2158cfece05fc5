import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createApp } from '#server/app.ts';
import { createConversationToken } from '#server/conversations/reply-tokens.ts';
import { openDatabase } from '#server/db/open.ts';
import { readEnv } from '#server/env.ts';
import { makeAccount, makeListing, makeSession } from '#server/seed/factories.ts';
import { createRandom, killAfterSteps, print, stopKilling } from './kill-after-steps.ts';

// A process of the site that checks what the processes killed before it have left, and repeats the request that the last of them did
// not answer. Then customers and businesses write to each other at random until it kills itself, before its n-th statement to the
// database. Arguments: the seed, and n; without n it stops after the check.
const [seed = 1, steps = 0] = process.argv.slice(2).map(Number);
const FLOWS = 10;

const random = createRandom(seed);
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;

const env = readEnv();
const { db, close } = await openDatabase(env);
// Written before each request and after its answer, as a browser would that keeps what it has not sent.
const pendingPath = join(env.DATA_DIR, 'pending.json');
const answeredPath = join(env.DATA_DIR, 'answered');

await checkMessages();
if (steps > 0) {
  const app = await createApp({ env, db, mailer: { send: async () => {}, close: async () => {} } });
  await sql`delete from limits`.execute(db);
  const pending = readPending();
  if (pending) await send(app.http, pending);
  killAfterSteps(steps);
  for (let flow = 0; flow < FLOWS; flow++)
    await pick([writeWithoutAccount, writeSignedIn, answer, answer, follow, stop])(app.http);
  stopKilling();
  await app.http.close();
}
await close();

type Http = Awaited<ReturnType<typeof createApp>>['http'];

interface Request {
  url: string;
  key: string;
  payload: object;
  session?: string;
  token?: string;
}

function readPending(): Request | undefined {
  const text = existsSync(pendingPath) ? readFileSync(pendingPath, 'utf8') : '';
  return text ? JSON.parse(text) : undefined;
}

/** Sends a message, sometimes twice at once, and notes its key when the server has accepted it. */
async function send(http: Http, request: Request, times = 1) {
  writeFileSync(pendingPath, JSON.stringify(request));
  const responses = await Promise.all(Array.from({ length: times }, () => post(http, request)));
  const isAccepted = responses.some(({ statusCode }) => statusCode < 300);
  if (responses.some(({ statusCode }) => statusCode >= 500 || statusCode < 300 !== isAccepted))
    print(`broken ${request.url} answered ${responses.map(({ statusCode }) => statusCode)}`);
  if (isAccepted) appendFileSync(answeredPath, `${request.key}\n`);
  writeFileSync(pendingPath, '');
}

function post(http: Http, { url, payload, session, token }: Request) {
  return http.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'sec-fetch-site': 'same-origin', ...(token && { 'conversation-token': token }) },
    ...(session && { cookies: { session } }),
  });
}

async function createSession(accountId: number): Promise<string> {
  return (await makeSession(db, accountId)).token;
}

function createMessage() {
  const key = randomUUID();
  return { key, text: `Message ${key} ${key}` };
}

async function createFirstMessage() {
  const owner = await makeAccount(db, { email_confirmed_at: new Date() });
  const { id } = await makeListing(db, { owner_id: owner.id });
  const message = createMessage();
  return {
    url: `/api/ads/${id}/messages`,
    key: message.key,
    payload: { ...message, name: 'Maria Lopez', email: `${message.key}@mail.example`, topic: 'question' },
  };
}

async function writeWithoutAccount(http: Http) {
  const request = await createFirstMessage();
  await send(http, request, pick([1, 2]));
  const conversation = await db
    .selectFrom('conversations')
    .select('id')
    .where('request_key', '=', request.key)
    .executeTakeFirstOrThrow();
  if (random() < 0.3) return;
  const { id } = conversation;
  const token = (await createConversationToken(db, id, { to: request.payload.email })) ?? '';
  const click = { url: `/api/conversations/${id}/confirm`, key: request.key, payload: {}, token };
  await send(http, click, pick([1, 2]));
}

async function writeSignedIn(http: Http) {
  const { id } = await makeAccount(db, { email_confirmed_at: new Date() });
  await send(http, { ...(await createFirstMessage()), session: await createSession(id) }, pick([1, 2]));
}

async function findOpen() {
  const { rows } = await sql<{ id: number; ownerId: number; email: string }>`
    select id, owner_id as "ownerId", customer_email as email from conversations where status = 'open' order by random() limit 1`.execute(
    db,
  );
  return rows[0];
}

async function answer(http: Http) {
  const conversation = await findOpen();
  if (!conversation) return writeSignedIn(http);
  const payload = createMessage();
  const url = `/api/conversations/${conversation.id}/messages`;
  await send(
    http,
    { url, key: payload.key, payload, session: await createSession(conversation.ownerId) },
    pick([1, 1, 2]),
  );
}

async function follow(http: Http) {
  const conversation = await findOpen();
  if (!conversation) return writeSignedIn(http);
  const token = (await createConversationToken(db, conversation.id, { to: conversation.email })) ?? '';
  const payload = createMessage();
  const url = `/api/conversations/${conversation.id}/messages`;
  await send(http, { url, key: payload.key, payload, token }, pick([1, 1, 2]));
}

async function stop(http: Http) {
  const conversation = await findOpen();
  if (!conversation) return;
  const session = await createSession(conversation.ownerId);
  await post(http, { url: `/api/conversations/${conversation.id}/stop`, key: '', payload: {}, session });
}

/** Reports messages that were accepted and are not there, and those of which the other side was not told exactly once. */
async function checkMessages() {
  const answered = existsSync(answeredPath) ? readFileSync(answeredPath, 'utf8').trim().split('\n') : [];
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
  for (const { key } of lost) print(`broken ${key} is lost`);
  for (const { id, emails, expected } of miscounted) print(`broken message ${id}: ${emails} emails, not ${expected}`);
  for (const { id, emails } of unconfirmed) print(`broken conversation ${id}: ${emails} emails with the link, not 1`);
  for (const { id } of empty) print(`broken conversation ${id} has no message`);
  print(`accepted ${answered.length}`);
}
