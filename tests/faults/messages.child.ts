import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '#server/platform/db/open.ts';
import { readEnv } from '#server/platform/env/env.ts';
import { createApp } from '#server/site/app.ts';
import { makeAccount, makeListing, makeSession } from '#server/site/seed/factories.ts';
import { makeGuestAccess } from '#tests/fixtures/conversation-factories.ts';
import { createRandom, killAfterSteps, print, stopKilling } from './kill-after-steps.ts';
import { checkMessages, getAnsweredPath } from './messages-check.ts';

// A process of the site that checks what the processes killed before it have left, and repeats the request that the last of them did
// not answer. Then customers and businesses write to each other at random until it kills itself, before its n-th statement to the
// database. Arguments: the seed, and n.
const [seed = 1, steps = 1] = process.argv.slice(2).map(Number);
const FLOWS = 10;

const random = createRandom(seed);
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;

const env = readEnv();
const { db, close } = await openDatabase(env);
// Written before each request and after its answer, as a browser would that keeps what it has not sent.
const pendingPath = join(env.DATA_DIR, 'pending.json');
const answeredPath = getAnsweredPath(env.DATA_DIR);

for (const one of (await checkMessages(db, env.DATA_DIR)).broken) print(`broken ${one}`);
const app = await createApp({ env, db, mailer: { send: async () => {}, close: async () => {} } });
await sql`delete from limits`.execute(db);
const pending = readPending();
if (pending) await send(app.http, pending);
killAfterSteps(steps);
for (let flow = 0; flow < FLOWS; flow++)
  await pick([writeWithoutAccount, writeSignedIn, answer, answer, follow, stop])(app.http);
stopKilling();
await app.http.close();
await close();

type Http = Awaited<ReturnType<typeof createApp>>['http'];

interface Request {
  url: string;
  key: string;
  payload: object;
  session?: string;
  guest?: string;
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

function post(http: Http, { url, payload, session, guest }: Request) {
  return http.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'sec-fetch-site': 'same-origin' },
    cookies: { ...(session && { session }), ...(guest && { guest }) },
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
  const guest = await makeGuestAccess(db, id);
  const click = { url: `/api/conversations/${id}/confirm`, key: request.key, payload: {}, guest };
  await send(http, click, pick([1, 2]));
}

async function writeSignedIn(http: Http) {
  const { id } = await makeAccount(db, { email_confirmed_at: new Date() });
  await send(http, { ...(await createFirstMessage()), session: await createSession(id) }, pick([1, 2]));
}

async function findOpen() {
  const { rows } = await sql<{ id: number; ownerId: number }>`
    select id, owner_id as "ownerId" from conversations where status = 'open' order by random() limit 1`.execute(db);
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
  const guest = await makeGuestAccess(db, conversation.id);
  const payload = createMessage();
  const url = `/api/conversations/${conversation.id}/messages`;
  await send(http, { url, key: payload.key, payload, guest }, pick([1, 1, 2]));
}

async function stop(http: Http) {
  const conversation = await findOpen();
  if (!conversation) return;
  const session = await createSession(conversation.ownerId);
  await post(http, { url: `/api/conversations/${conversation.id}/stop`, key: '', payload: {}, session });
}
