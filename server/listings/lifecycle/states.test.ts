import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listingStatusSchema } from '#contract/owner-listings.ts';
import { makeAccount, makeListing } from '#server/seed/factories.ts';
import { createTestApi, type Method, type Visitor } from '../../../tests/support/api.ts';
import { listingForm } from '../../../tests/support/listing-form.ts';
import { purge } from './purge.ts';
import { TRANSITIONS, type TransitionName } from './states.ts';
import { transition } from './transition.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;

const names = Object.keys(TRANSITIONS) as TransitionName[];
const statuses = listingStatusSchema.options;
type Status = (typeof statuses)[number];

it('the table in docs/listing-states.md is that of the program', async () => {
  const rows = names.map((name) => {
    const { by, from, to, refusal } = TRANSITIONS[name];
    return [name, by, from.join(', '), to, refusal];
  });
  const table = [['Act', 'By', 'From', 'To', 'Otherwise'], Array(5).fill('---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
  expect(await readFile(new URL('../../../docs/listing-states.md', import.meta.url), 'utf8')).toContain(table);
});

/** How people ask for each act. What the program does by itself has no address. */
const REQUESTS: Partial<Record<TransitionName, (id: number) => [Method, string, object?]>> = {
  publish: (id) => ['POST', `/api/user/ads/${id}/publish`],
  edit: (id) => ['PUT', `/api/user/ads/${id}`, { ...listingForm({ title: 'A new title' }), version: 1 }],
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
type VisitorKind = 'owner' | 'other' | 'anonymous' | 'administrator';
let visitors: Record<VisitorKind, Visitor>;
beforeAll(async () => {
  ({ id: ownerId } = await makeAccount(db));
  visitors = {
    owner: await api.signedInVisitor(ownerId),
    other: await api.signedInVisitor((await makeAccount(db)).id),
    anonymous: api.visitor(),
    administrator: await api.signedInVisitor((await makeAccount(db, { id: 1, email: null })).id),
  };
});

const make = (status: Status) =>
  makeListing(db, {
    owner_id: ownerId,
    status,
    email: 'hello@golden-hour.example',
    expires_at: new Date(Date.now() + 1e6),
  });
const findRow = (id: number) => db.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirst();
const isAllowed = (name: TransitionName, status: Status) =>
  (TRANSITIONS[name].from as readonly Status[]).includes(status);

/** Where an act leads from a state; whatever was hidden or deleted in these tests was active before. */
const outcome = (name: TransitionName, status: Status) => {
  const { to } = TRANSITIONS[name];
  if (to === 'same') return status;
  return to === 'former' ? 'active' : to;
};

describe.each(names.filter((name) => REQUESTS[name]))('%s', (name) => {
  const ask = async (asker: VisitorKind, status: Status) => {
    const before = await make(status);
    const [method, url, body] = REQUESTS[name]?.(before.id) ?? [];
    const answer = await visitors[asker].send(method as Method, url ?? '', body);
    return { before, answer, now: await findRow(before.id) };
  };
  const mayAsk = TRANSITIONS[name].by as 'owner' | 'administrator';
  // What one may not do to a listing of another looks as if the listing were not there.
  const strangers: [VisitorKind, number][] =
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
    if (isAllowed(name, status)) {
      it(`leads to ${outcome(name, status)}`, async () => {
        const { before, answer, now } = await ask(mayAsk, status);
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
        expect(now?.status).toBe(outcome(name, status));
        await api.invalidateAll();
        const isSeen = (await api.get(`/api/ads/${before.id}`)).status === 200;
        expect(isSeen).toBe(outcome(name, status) === 'active');
      });
    } else {
      it('is refused', async () => {
        const { before, answer, now } = await ask(mayAsk, status);
        expect([answer.status, answer.body]).toEqual([409, { message: TRANSITIONS[name].refusal }]);
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
    const allowed = names.filter((name) => TRANSITIONS[name].by === 'owner' && isAllowed(name, status));
    expect(body.acts.toSorted()).toEqual(allowed.toSorted());
  });

  it(`${isAllowed('claim', status) ? 'may' : 'may not'} be claimed`, async () => {
    const { id } = await make(status);
    const claimed = db.transaction().execute((trx) => transition(trx, 'claim', { id, by: 'program' }));
    if (isAllowed('claim', status)) await expect(claimed).resolves.toMatchObject({ id, status });
    else await expect(claimed).rejects.toMatchObject({ status: 409, message: TRANSITIONS.claim.refusal });
  });

  it(`${isAllowed('purge', status) ? 'goes' : 'does not go'} by itself after a long time`, async () => {
    const { id } = await make(status);
    const long = new Date(Date.now() - 100 * 86_400_000);
    await db
      .updateTable('listings')
      .set({ created_at: long, expires_at: long, ...(status === 'deleted' && { deleted_at: long }) })
      .where('id', '=', id)
      .execute();
    await purge(db);
    expect((await findRow(id)) === undefined).toBe(isAllowed('purge', status));
  });
});

it('hides nothing for good: a listing goes back to where it was hidden from', async () => {
  const { id } = await make('paused');
  await visitors.administrator.post(`/api/admin/ads/${id}/hide`, { reason: 'Spam' });
  await visitors.owner.send('DELETE', `/api/user/ads/${id}`);
  await visitors.owner.post(`/api/user/ads/${id}/undelete`);
  expect((await findRow(id))?.status).toBe('hidden');
  await visitors.administrator.post(`/api/admin/ads/${id}/show`);
  expect(await findRow(id)).toMatchObject({
    status: 'paused',
    hidden_from: null,
    hidden_reason: null,
    hidden_at: null,
  });
});
