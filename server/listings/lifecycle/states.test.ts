import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statusSchema } from '#contract/own-listings.ts';
import { makeAccount, makeListing } from '#server/seed/factories.ts';
import { createTestApi, type Method, type Visitor } from '../../../tests/support/api.ts';
import { adForm } from '../../../tests/support/listing-form.ts';
import { purge } from './purge.ts';
import { ACTS, type ActName } from './states.ts';
import { transition } from './transition.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;

const names = Object.keys(ACTS) as ActName[];
const statuses = statusSchema.options;
type Status = (typeof statuses)[number];

it('the table in docs/listing-states.md is that of the program', async () => {
  const rows = names.map((name) => {
    const { by, from, to, refusal } = ACTS[name];
    return [name, by, from.join(', '), to, refusal];
  });
  const table = [['Act', 'By', 'From', 'To', 'Otherwise'], Array(5).fill('---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
  expect(await readFile(new URL('../../../docs/listing-states.md', import.meta.url), 'utf8')).toContain(table);
});

/** How people ask for each act. What the program does by itself has no address. */
const REQUESTS: Partial<Record<ActName, (id: number) => [Method, string, object?]>> = {
  publish: (id) => ['POST', `/api/user/ads/${id}/publish`],
  edit: (id) => ['PUT', `/api/user/ads/${id}`, { ...adForm({ title: 'A new title' }), version: 1 }],
  pause: (id) => ['POST', `/api/user/ads/${id}/pause`],
  resume: (id) => ['POST', `/api/user/ads/${id}/resume`],
  renew: (id) => ['POST', `/api/user/ads/${id}/renew`],
  duplicate: (id) => ['POST', `/api/user/ads/${id}/duplicate`],
  delete: (id) => ['DELETE', `/api/user/ads/${id}`],
  undelete: (id) => ['POST', `/api/user/ads/${id}/undelete`],
  hide: (id) => ['POST', `/api/admin/ads/${id}/hide`, { reason: 'Spam' }],
  show: (id) => ['POST', `/api/admin/ads/${id}/show`],
};

let ownerId: number;
type Asker = 'owner' | 'other' | 'anonymous' | 'administrator';
let visitors: Record<Asker, Visitor>;
beforeAll(async () => {
  ({ id: ownerId } = await makeAccount(db));
  visitors = {
    owner: await api.visitorOf(ownerId),
    other: await api.visitorOf((await makeAccount(db)).id),
    anonymous: api.visitor(),
    administrator: await api.visitorOf((await makeAccount(db, { id: 1, email: null })).id),
  };
});

const make = (status: Status) =>
  makeListing(db, {
    owner_id: ownerId,
    status,
    email: 'hello@golden-hour.example',
    expires_at: new Date(Date.now() + 1e6),
  });
const rowOf = (id: number) => db.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirst();
const mayBeDone = (name: ActName, status: Status) => (ACTS[name].from as readonly Status[]).includes(status);

/** Where an act leads from a state; whatever was hidden or deleted in these tests was active before. */
const outcome = (name: ActName, status: Status) => {
  const { to } = ACTS[name];
  if (to === 'same') return status;
  return to === 'former' ? 'active' : to;
};

describe.each(names.filter((name) => REQUESTS[name]))('%s', (name) => {
  const ask = async (asker: Asker, status: Status) => {
    const before = await make(status);
    const [method, url, body] = REQUESTS[name]?.(before.id) ?? [];
    const answer = await visitors[asker].send(method as Method, url ?? '', body);
    return { before, answer, now: await rowOf(before.id) };
  };
  const mayAsk = ACTS[name].by as 'owner' | 'administrator';
  // What one may not do to a listing of another looks as if the listing were not there.
  const strangers: [Asker, number][] =
    mayAsk === 'owner'
      ? [
          ['other', 404],
          ['administrator', 404],
          ['anonymous', 401],
        ]
      : [
          ['owner', 403],
          ['other', 403],
          ['anonymous', 401],
        ];

  describe.each(statuses)('a listing that is %s', (status) => {
    if (mayBeDone(name, status)) {
      it(`leads to ${outcome(name, status)}`, async () => {
        const { before, answer, now } = await ask(mayAsk, status);
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
        expect(now?.status).toBe(outcome(name, status));
        await api.forget();
        const isSeen = (await api.get(`/api/ads/${before.id}`)).status === 200;
        expect(isSeen).toBe(outcome(name, status) === 'active');
      });
    } else {
      it('is refused', async () => {
        const { before, answer, now } = await ask(mayAsk, status);
        expect([answer.status, answer.body]).toEqual([409, { message: ACTS[name].refusal }]);
        expect(now).toEqual(before);
      });
    }

    it.each(strangers)('is not for %s: %i', async (asker, expected) => {
      const { before, answer, now } = await ask(asker, status);
      expect(answer.status).toBe(expected);
      expect(now).toEqual(before);
    });
  });
});

describe.each(statuses)('a listing that is %s', (status) => {
  it('says what its owner may do with it', async () => {
    const { id } = await make(status);
    const { body } = await visitors.owner.get(`/api/user/ads/${id}`);
    const allowed = names.filter((name) => ACTS[name].by === 'owner' && mayBeDone(name, status));
    expect(body.acts.toSorted()).toEqual(allowed.toSorted());
  });

  it(`${mayBeDone('claim', status) ? 'may' : 'may not'} be claimed`, async () => {
    const { id } = await make(status);
    const claimed = db.transaction().execute((trx) => transition(trx, 'claim', { id, by: 'program' }));
    if (mayBeDone('claim', status)) await expect(claimed).resolves.toMatchObject({ id, status });
    else await expect(claimed).rejects.toMatchObject({ status: 409, message: ACTS.claim.refusal });
  });

  it(`${mayBeDone('purge', status) ? 'goes' : 'does not go'} by itself after a long time`, async () => {
    const { id } = await make(status);
    const long = new Date(Date.now() - 100 * 86_400_000);
    await db
      .updateTable('listings')
      .set({ created_at: long, expires_at: long, ...(status === 'deleted' && { deleted_at: long }) })
      .where('id', '=', id)
      .execute();
    await purge(db);
    expect((await rowOf(id)) === undefined).toBe(mayBeDone('purge', status));
  });
});

it('hides nothing for good: a listing goes back to where it was hidden from', async () => {
  const { id } = await make('paused');
  await visitors.administrator.post(`/api/admin/ads/${id}/hide`, { reason: 'Spam' });
  await visitors.owner.send('DELETE', `/api/user/ads/${id}`);
  await visitors.owner.post(`/api/user/ads/${id}/undelete`);
  expect((await rowOf(id))?.status).toBe('hidden');
  await visitors.administrator.post(`/api/admin/ads/${id}/show`);
  expect(await rowOf(id)).toMatchObject({ status: 'paused', hidden_from: null, hidden_reason: null, hidden_at: null });
});
