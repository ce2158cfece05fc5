import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listingStatusSchema } from '#contract/owner-listings.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import type { Method, Visitor } from '#tests/support/api.ts';
import { createListeningApi } from '#tests/support/app-instance.ts';
import { listingForm } from '#tests/support/listing-form.ts';
import { purge } from './purge.ts';
import { TRANSITIONS, type TransitionName } from './states.ts';
import { transition } from './transition.ts';

const api = await createListeningApi();
afterAll(api.close);
const { db } = api;

const statuses = ['draft', 'waiting', 'active', 'paused', 'hidden', 'deleted'] as const;
type Status = (typeof statuses)[number];
type VisitorKind = 'owner' | 'other' | 'anonymous' | 'administrator';

// Written by hand and not taken from TRANSITIONS, so that a wrong entry there fails. Hidden and deleted listings of these
// tests were active before.
const X = 'refused';
const EXPECTED = {
  publish: { draft: 'active', waiting: X, active: X, paused: X, hidden: X, deleted: X },
  edit: { draft: 'draft', waiting: 'waiting', active: 'active', paused: 'paused', hidden: 'hidden', deleted: X },
  pause: { draft: X, waiting: X, active: 'paused', paused: X, hidden: X, deleted: X },
  resume: { draft: X, waiting: X, active: X, paused: 'active', hidden: X, deleted: X },
  renew: { draft: X, waiting: X, active: 'active', paused: 'paused', hidden: X, deleted: X },
  duplicate: { draft: 'draft', waiting: 'waiting', active: 'active', paused: 'paused', hidden: 'hidden', deleted: X },
  delete: { draft: 'deleted', waiting: 'deleted', active: 'deleted', paused: 'deleted', hidden: 'deleted', deleted: X },
  undelete: { draft: X, waiting: X, active: X, paused: X, hidden: X, deleted: 'active' },
  approve: { draft: X, waiting: 'active', active: X, paused: X, hidden: X, deleted: X },
  decline: { draft: X, waiting: 'hidden', active: X, paused: X, hidden: X, deleted: X },
  review: { draft: X, waiting: X, active: 'waiting', paused: X, hidden: X, deleted: X },
  hide: { draft: X, waiting: X, active: 'hidden', paused: 'hidden', hidden: X, deleted: X },
  show: { draft: X, waiting: X, active: X, paused: X, hidden: 'active', deleted: X },
  correct: { draft: X, waiting: 'waiting', active: 'active', paused: 'paused', hidden: 'hidden', deleted: X },
  remove: { draft: X, waiting: X, active: X, paused: X, hidden: 'deleted', deleted: X },
  reinstate: { draft: X, waiting: X, active: X, paused: X, hidden: X, deleted: 'active' },
  claim: { draft: X, waiting: X, active: 'active', paused: X, hidden: X, deleted: X },
  takeBack: { draft: X, waiting: 'active', active: 'active', paused: 'active', hidden: 'hidden', deleted: 'active' },
  transfer: { draft: 'draft', waiting: X, active: 'active', paused: 'paused', hidden: 'hidden', deleted: X },
  merge: { draft: X, waiting: X, active: 'deleted', paused: X, hidden: X, deleted: X },
  unmerge: { draft: X, waiting: X, active: X, paused: X, hidden: X, deleted: 'active' },
  purge: { draft: X, waiting: X, active: X, paused: X, hidden: X, deleted: 'gone' },
} as const satisfies Record<TransitionName, Record<Status, Status | 'refused' | 'gone'>>;

// What one may not do to the listing of another account is answered as if the listing did not exist.
const OWNER_ONLY = { permitted: 'owner', denied: { other: 404, administrator: 404, anonymous: 401 } } as const;
const ADMINISTRATOR_ONLY = { permitted: 'administrator', denied: { owner: 403, other: 403, anonymous: 401 } } as const;

interface RequestCase {
  actors: typeof OWNER_ONLY | typeof ADMINISTRATOR_ONLY;
  request: (id: number) => [Method, string, object?];
  refusal: string;
}

/** Those that are parts of other changes, or of bulk actions. */
const TESTED_BY_NAME = ['takeBack', 'transfer', 'merge', 'unmerge', 'review', 'remove', 'reinstate'] as const;
type TestedByName = (typeof TESTED_BY_NAME)[number];

/** The request for each transition that a person can make, who may make it, and the message in any other state. */
const REQUESTS: Record<Exclude<TransitionName, TestedByName | 'claim' | 'purge'>, RequestCase> = {
  publish: {
    actors: OWNER_ONLY,
    request: (id) => ['POST', `/api/user/ads/${id}/publish`],
    refusal: 'This listing is already published.',
  },
  edit: {
    actors: OWNER_ONLY,
    request: (id) => ['PUT', `/api/user/ads/${id}`, { ...listingForm({ title: 'A new title' }), version: 1 }],
    refusal: 'This listing was deleted. Restore it to edit it.',
  },
  pause: {
    actors: OWNER_ONLY,
    request: (id) => ['POST', `/api/user/ads/${id}/pause`],
    refusal: 'You can only pause a live listing.',
  },
  resume: {
    actors: OWNER_ONLY,
    request: (id) => ['POST', `/api/user/ads/${id}/resume`],
    refusal: 'You can only resume a paused listing.',
  },
  renew: {
    actors: OWNER_ONLY,
    request: (id) => ['POST', `/api/user/ads/${id}/renew`],
    refusal: 'You can only renew a live or paused listing.',
  },
  duplicate: {
    actors: OWNER_ONLY,
    request: (id) => ['POST', `/api/user/ads/${id}/duplicate`],
    refusal: 'This listing was deleted. Restore it to copy it.',
  },
  delete: {
    actors: OWNER_ONLY,
    request: (id) => ['DELETE', `/api/user/ads/${id}`],
    refusal: 'This listing is already deleted.',
  },
  undelete: {
    actors: OWNER_ONLY,
    request: (id) => ['POST', `/api/user/ads/${id}/undelete`],
    refusal: 'This listing isn’t deleted.',
  },
  approve: {
    actors: ADMINISTRATOR_ONLY,
    request: (id) => ['POST', `/api/admin/ads/${id}/approve`, { version: 1 }],
    refusal: 'This listing isn’t waiting for approval.',
  },
  decline: {
    actors: ADMINISTRATOR_ONLY,
    request: (id) => ['POST', `/api/admin/ads/${id}/decline`, { version: 1, reason: 'Not a business' }],
    refusal: 'This listing isn’t waiting for approval.',
  },
  hide: {
    actors: ADMINISTRATOR_ONLY,
    request: (id) => ['POST', `/api/admin/ads/${id}/hide`, { reason: 'Spam' }],
    refusal: 'You can only hide a live or paused listing.',
  },
  show: {
    actors: ADMINISTRATOR_ONLY,
    request: (id) => ['POST', `/api/admin/ads/${id}/show`],
    refusal: 'This listing isn’t hidden.',
  },
  correct: {
    actors: ADMINISTRATOR_ONLY,
    request: (id) => [
      'PATCH',
      `/api/admin/ads/${id}`,
      { changes: { title: 'A new title' }, revision: 0, reason: 'Misspelled' },
    ],
    refusal: 'You can only correct a live, paused, hidden or waiting listing.',
  },
};

/** The actions that the API offers to the owner of a listing with an end. */
const OWNER_ACTIONS: Record<Status, string[]> = {
  draft: ['delete', 'duplicate', 'edit', 'publish'],
  waiting: ['delete', 'duplicate', 'edit'],
  active: ['delete', 'duplicate', 'edit', 'pause', 'renew'],
  paused: ['delete', 'duplicate', 'edit', 'renew', 'resume'],
  hidden: ['delete', 'duplicate', 'edit'],
  deleted: ['undelete'],
};

it('the table in docs/listing-states.md equals the one in the code', async () => {
  const rows = Object.entries(TRANSITIONS).map(([name, { by, from, to }]) => [name, by, from.join(', '), to]);
  const table = [['Act', 'By', 'From', 'To'], Array(4).fill('---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
  expect(await readFile(new URL('../../../docs/listing-states.md', import.meta.url), 'utf8')).toContain(table);
});

it('every status of the contract is tested here', () => {
  expect(listingStatusSchema.options).toEqual(statuses);
});

let ownerId: number;
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
const isPublic = async (id: number) => (await api.get(`/api/ads/${id}`)).status === 200;
const findRow = (id: number) => db.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirst();

describe.each(Object.entries(REQUESTS))('%s', (name, { actors, request, refusal }) => {
  const send = async (visitor: VisitorKind, status: Status) => {
    const before = await make(status);
    if (visitor === actors.permitted) {
      // The response is cached before the change, which must invalidate it.
      expect(await isPublic(before.id)).toBe(status === 'active');
    }
    const [method, url, body] = request(before.id);
    const response = await visitors[visitor].send(method, url, body);
    return { before, response, now: await findRow(before.id) };
  };

  describe.each(statuses)('of a listing that is %s', (status) => {
    const expected = EXPECTED[name as keyof typeof REQUESTS][status];
    if (expected === 'refused') {
      it('is refused', async () => {
        const { before, response, now } = await send(actors.permitted, status);
        expect([response.status, response.body]).toEqual([409, { message: refusal }]);
        expect(now).toEqual(before);
      });
    } else {
      it(`leads to ${expected}`, async () => {
        const { before, response, now } = await send(actors.permitted, status);
        expect(response.status, JSON.stringify(response.body)).toBe(name === 'duplicate' ? 201 : 200);
        expect(now?.status).toBe(expected);
        await api.awaitInvalidations();
        expect(await isPublic(before.id)).toBe(expected === 'active');
      });
    }

    it.each(Object.entries(actors.denied) as [VisitorKind, number][])(
      'is denied to the visitor of kind %s with status %i',
      async (visitor, code) => {
        const { before, response, now } = await send(visitor, status);
        expect(response.status).toBe(code);
        expect(now).toEqual(before);
      },
    );
  });
});

describe.each(statuses)('a listing that is %s', (status) => {
  it('names the actions of its owner', async () => {
    const { id } = await make(status);
    const { body } = await visitors.owner.get(`/api/user/ads/${id}`);
    expect(body.acts.toSorted()).toEqual(OWNER_ACTIONS[status]);
  });

  it(`${EXPECTED.claim[status] === 'refused' ? 'cannot' : 'can'} be claimed`, async () => {
    const { id } = await make(status);
    const claimed = db.transaction().execute((trx) => transition(trx, 'claim', { id, by: 'program' }));
    if (EXPECTED.claim[status] === 'refused') {
      const message = 'This listing can no longer be claimed.';
      await expect(claimed).rejects.toMatchObject({ status: 409, message });
    } else await expect(claimed).resolves.toMatchObject({ id, status });
  });

  it.each(TESTED_BY_NAME)('%s: is done or refused as expected', async (name) => {
    const { id } = await make(status);
    const { by } = TRANSITIONS[name];
    const changed = db.transaction().execute((trx) => transition(trx, name, { id, by } as never));
    const expected = EXPECTED[name][status];
    if (expected === 'refused') await expect(changed).rejects.toMatchObject({ status: 409 });
    else await expect(changed).resolves.toMatchObject({ id, status: expected });
  });

  it(`is ${EXPECTED.purge[status] === 'gone' ? '' : 'not '}purged after 100 days`, async () => {
    const { id } = await make(status);
    const longAgo = new Date(Date.now() - 100 * 86_400_000);
    await db
      .updateTable('listings')
      .set({ created_at: longAgo, expires_at: longAgo, ...(status === 'deleted' && { deleted_at: longAgo }) })
      .where('id', '=', id)
      .execute();
    await purge(db);
    expect((await findRow(id)) === undefined).toBe(EXPECTED.purge[status] === 'gone');
  });
});

it('a listing that is shown again returns to the status that it was hidden from', async () => {
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
