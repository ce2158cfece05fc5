import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeApiKey } from '#tests/fixtures/api-key-factories.ts';
import { makeConversation } from '#tests/fixtures/conversation-factories.ts';
import { createTestApi, type Method } from '#tests/support/api.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;

/** The examples of the guide, as a shell would read them. */
const guide: string = (await api.get('/api/openapi.json')).body.info.description;
const commands = [...guide.matchAll(/```sh\n(curl [\s\S]*?)```/g)].map(([, command = '']) =>
  command.replace(/\\\n/g, ' '),
);

let variables: Record<string, string>;
beforeAll(async () => {
  const { id } = await makeAccount(db, { email: 'owner@mail.example', email_confirmed_at: new Date() });
  const listing = await makeListing(db, { owner_id: id, level: 'premium' });
  const draft = await makeListing(db, { owner_id: id, status: 'draft', email: 'hello@golden-hour.example' });
  const conversation = await makeConversation(db, { listing_id: listing.id });
  variables = {
    SITE: '',
    KEY: (await makeApiKey(db, id)).key,
    LISTING: String(listing.id),
    DRAFT: String(draft.id),
    CONVERSATION: String(conversation.id),
  };
});

const fill = (text: string) => text.replace(/\$([A-Z]+)/g, (_, name) => variables[name] ?? `(${name} is not set)`);

function send(command: string) {
  const parts = [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, bare]) =>
    single === undefined ? fill(double ?? bare ?? '') : single,
  );
  const headers: Record<string, string> = {};
  let [url, method, body]: [string, Method | undefined, string | undefined] = ['', undefined, undefined];
  for (let i = 1; i < parts.length; i += 1) {
    const [part, next = ''] = [parts[i] as string, parts[i + 1]];
    if (part === '-X') method = next as Method;
    else if (part === '-d') body = next;
    else if (part === '-H') headers[next.slice(0, next.indexOf(':')).toLowerCase()] = next.slice(next.indexOf(':') + 2);
    else url = part;
    if (part.startsWith('-')) i += 1;
  }
  return api.visitor().send(method ?? (body ? 'POST' : 'GET'), url, body, headers);
}

describe('The guide to the API', () => {
  it('has eleven tasks', () => expect(commands).toHaveLength(11));

  it.each(commands)('%s', async (command) => {
    // The guide's edit is of the first version, whatever other tasks changed before.
    await db.updateTable('listings').set({ version: 1 }).execute();
    const { status, body } = await send(command);
    expect({ status, body }).toEqual({ status: command.includes('/api/drafts') ? 201 : 200, body: expect.anything() });
  });
});
