import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnalyticsEvent } from '#contract/events.ts';
import { openGazetteer } from '#server/places/open-gazetteer.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { countEvents, FIREFOX, IPHONE, sendEvents, withTestApp } from '#tests/support/analytics.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { repetitions } from '#tests/support/long-run.ts';
import { createWebBuildStub } from '#tests/support/web-build-stub.ts';
import { createEventCollector } from './event-collector.ts';
import { toLosAngelesDate } from './los-angeles-date.ts';
import type { EventBatch } from './record-events.ts';
import { deletePastVisitors } from './visitor.ts';

const program = await createTestApi();
const { database, db } = program;
afterAll(program.close);
const gazetteer = await openGazetteer(db);

let listing: Awaited<ReturnType<typeof makeListing>>;
beforeEach(async () => {
  for (const table of ['events', 'site_days'] as const) await db.deleteFrom(table).execute();
  listing = await makeListing(db);
});

type Api = typeof program;

/** Sends events to the program, and has them written. */
const record = (send: (api: Api) => Promise<unknown>) => send(program).finally(program.flush);

const view = (ad = listing.id): AnalyticsEvent[] => [{ kind: 'view', ad }];
const sendView = (visitor: Visitor, id?: number, headers?: Record<string, string>) =>
  sendEvents(visitor, view(id), headers);
const countRecorded = (id = listing.id) => countEvents(db, id);
const views = async (id?: number) => (await countRecorded(id)).view ?? 0;

/** One event of each kind. */
const oneOfEach = (ad: number): AnalyticsEvent[] => [
  { kind: 'view', ad },
  { kind: 'impression', ad },
  { kind: 'website', ad },
  { kind: 'phone', ad },
  { kind: 'map', ad },
  { kind: 'share', ad },
  { kind: 'stay', ad, seconds: 42 },
];
const ONE_OF_EACH = { view: 1, impression: 1, website: 1, phone: 1, map: 1, share: 1, stay: 1 };

/** The stored events of the site. */
async function countSiteEvents() {
  const { rows } = await sql<{ kind: string; who: string; subject: string; new: boolean }>`
    select kind, who, subject, is_new_visitor as new from events where listing_id is null
    order by kind, who, subject, is_new_visitor desc`.execute(db);
  return rows;
}

async function today() {
  const { rows } = await sql<Record<string, number>>`
    select requests, bot_requests, dropped_events, refused_events from site_days`.execute(db);
  return rows[0];
}

describe('Events of a page', () => {
  it('are accepted with an empty response and stored, one of each kind', async () => {
    await record(async (api) => {
      const { status, body } = await sendEvents(api.visitor(), oneOfEach(listing.id));
      expect([status, body]).toEqual([204, '']);
    });
    expect(await countRecorded()).toEqual(ONE_OF_EACH);
    const { rows } = await sql`select seconds from events where kind = 'stay'`.execute(db);
    expect(rows).toEqual([{ seconds: 42 }]);
  });

  it('are stored within about a second while the program runs', async () => {
    await record(async (api) => {
      await sendView(api.visitor());
      await expect.poll(() => views()).toBe(1);
      await sendView(api.visitor());
      await expect.poll(() => views()).toBe(2);
    });
  });

  it('count once for a visitor, kind, day and listing, in any process', async () => {
    const other = await makeListing(db);
    const tellTwice = (api: Api) =>
      Promise.all([listing, listing, other].map(({ id }) => sendEvents(api.visitor('198.51.100.7'), oneOfEach(id))));
    await record(tellTwice);
    await Promise.all([withTestApp({ database }, tellTwice), withTestApp({ database }, tellTwice)]);
    expect([await countRecorded(), await countRecorded(other.id)]).toEqual([ONE_OF_EACH, ONE_OF_EACH]);
  });

  it('count once however often one request contains them', async () => {
    await record((api) => sendEvents(api.visitor(), [...view(), ...view(), ...view()]));
    expect(await countRecorded()).toEqual({ view: 1 });
  });

  it('count clicks without a view, because cards link directly to websites', async () => {
    await record((api) => sendEvents(api.visitor(), [{ kind: 'website', ad: listing.id }]));
    expect(await countRecorded()).toEqual({ website: 1 });
  });

  it('count pages and slots each time, and a new visitor once a day', async () => {
    const pages: AnalyticsEvent[] = [
      { kind: 'page', path: '/' },
      { kind: 'page', path: '/city/irvine' },
      { kind: 'slot', slot: 'home-1' },
      { kind: 'slot', slot: 'home-1' },
      { kind: 'slot-click', slot: 'home-1' },
    ];
    await record(async (api) => {
      const visitor = api.visitor();
      await sendEvents(visitor, pages);
      await sendEvents(visitor, pages.slice(0, 1));
      await sendEvents(api.visitor(), pages.slice(1, 2));
    });
    const event = (kind: string, subject: string, isNew = false) => ({ kind, who: 'visitor', subject, new: isNew });
    expect(await countSiteEvents()).toEqual([
      event('page', '/', true),
      event('page', '/'),
      event('page', '/city/irvine', true),
      event('page', '/city/irvine'),
      event('slot', 'home-1'),
      event('slot', 'home-1'),
      event('slot-click', 'home-1'),
    ]);
  });
});

describe('A page event', () => {
  const pathsOf = async (paths: string[]) => {
    const events = paths.map((path): AnalyticsEvent => ({ kind: 'page', path }));
    await record((api) => sendEvents(api.visitor(), events));
    return (await countSiteEvents()).map(({ subject }) => subject);
  };

  it('stores the path of an existing page', async () => {
    const paths = [
      '/',
      `/ads/${listing.id}`,
      '/blog/found-in-your-zip-code',
      '/category/plumbers',
      '/city/irvine',
      '/city/irvine/plumbers',
      '/city/orange-county',
      '/county/orange-county',
      '/dfw',
      '/irvine',
      '/orange-county',
      '/search',
      '/zip/92614',
    ];
    expect((await pathsOf(paths)).toSorted()).toEqual(paths.toSorted());
  });

  it('stores no path of a missing or private page', async () => {
    const hidden = await makeListing(db, { status: 'hidden' });
    const paths = [
      '/buy-cheap-pills',
      '/Irvine',
      '/irvine/',
      '/ads/987654321',
      `/ads/${hidden.id}`,
      `/ads/0${listing.id}`,
      `/ads/${listing.id}/analytics`,
      '/account/payments/7',
      '/blog/buy-cheap-pills',
      '/category/pills',
      '/city/atlantis',
      '/city/irvine/pills',
      '/city/irvine/plumbers/pills',
      '/county/irvine',
      '/toString/x',
      '/zip/00000',
      '/__proto__',
    ];
    expect(await pathsOf(paths)).toEqual(paths.map(() => '(other pages)'));
  });
});

describe('A view', () => {
  const readDetails = async (id: number) => {
    const { rows } = await sql<Record<string, string | null>>`
      select origin, county, device, device_kind, language, network from events where listing_id = ${id}`.execute(db);
    expect(rows).toHaveLength(1);
    return rows[0];
  };
  const detailsOf = async (visiting: (api: Api) => Promise<unknown>) => {
    await record(visiting);
    return readDetails(listing.id);
  };
  /** The details of visits, each to another listing. */
  async function detailsOfEach<Visit>(
    visits: Visit[],
    visit: (api: Api, id: number, visit: Visit) => Promise<unknown>,
  ) {
    const ids: number[] = [];
    await record(async (api) => {
      for (const one of visits) {
        const { id } = await makeListing(db);
        ids.push(id);
        await visit(api, id, one);
      }
    });
    return Promise.all(ids.map(readDetails));
  }

  it('stores the device and a part of the address', async () => {
    const phone = { 'user-agent': IPHONE };
    expect(await detailsOf((api) => sendView(api.visitor('203.0.113.77'), listing.id, phone))).toEqual({
      origin: null,
      county: null,
      device: 'iOS',
      device_kind: 'Phone',
      language: null,
      network: '203.0.113.0/24',
    });
  });

  it('stores the language of the page, and none where the browser does not say which it is', async () => {
    const pages = [
      ['http://localhost/es/ads/7?x=1', 'es'],
      ['http://localhost/ads/7', 'en'],
      ['http://localhost/', 'en'],
      ['http://localhost/fr/ads/7', 'en'],
      ['es', null],
      ['', null],
    ] as const;
    const details = await detailsOfEach([...pages], (api, id, [referer]) =>
      sendView(api.visitor(), id, { 'user-agent': IPHONE, referer }),
    );
    expect(details.map((row) => row?.language)).toEqual(pages.map(([, language]) => language));
  });

  it('stores the /48 of an IPv6 address', async () => {
    const details = await detailsOf((api) => sendView(api.visitor('2001:db8:1234:5678:9abc:def0:1234:5678')));
    expect(details?.network).toBe('2001:db8:1234::/48');
  });

  it('of a browser that sends Global Privacy Control stores nothing of it', async () => {
    const event = { kind: 'view' as const, ad: listing.id, from: '/city/irvine' };
    const headers = { 'user-agent': IPHONE, 'sec-gpc': '1', referer: 'https://example.com/es/ads/7' };
    expect(await detailsOf((api) => sendEvents(api.visitor('203.0.113.77'), [event], headers))).toEqual({
      origin: null,
      county: null,
      device: null,
      device_kind: null,
      language: null,
      network: null,
    });
  });

  const DEVICES: [agent: string, device: string, kind: string | null][] = [
    [IPHONE, 'iOS', 'Phone'],
    ['Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1', 'iOS', 'Tablet'],
    [
      'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
      'Android',
      'Phone',
    ],
    ['Mozilla/5.0 (Linux; Android 16; Tab) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36', 'Android', 'Tablet'],
    ['Mozilla/5.0 (Linux; Android 14; Home TV) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36', 'Android', null],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36',
      'Windows',
      'Computer',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.1 Safari/605.1.15',
      'Mac',
      'Computer',
    ],
    [FIREFOX, 'Other', 'Computer'],
    ['Mozilla/5.0 (PlayStation; PlayStation 5/10.00) AppleWebKit/605.1.15 Version/17.0', 'Unknown', null],
  ];
  it('is stored with the kind of the device', async () => {
    const details = await detailsOfEach(DEVICES, (api, id, [agent]) =>
      sendView(api.visitor(), id, { 'user-agent': agent }),
    );
    expect(details.map((stored, i) => [DEVICES[i]?.[0], stored?.device, stored?.device_kind])).toEqual(DEVICES);
  });

  const ORIGINS: [from: string, origin: string | null, county?: string][] = [
    ['/city/irvine', 'Irvine', 'Orange County'],
    ['/city/irvine/plumbers', 'Irvine', 'Orange County'],
    ['/county/orange-county', 'Orange County', 'Orange County'],
    ['/zip/92614', 'Irvine', 'Orange County'],
    ['/palm-springs', 'Palm Springs', 'Riverside County'],
    ['/huntington-beach', 'Huntington Beach', 'Orange County'],
    ['/', null],
    ['/category/plumbers', null],
    ['/city/atlantis', null],
    ['/zip/00000', null],
    ['/dfw', null],
    ['/city/irvine/plumbers/more', null],
    ['/__proto__', null],
  ];
  it('is stored with the place of the page before it', async () => {
    const details = await detailsOfEach(ORIGINS, (api, id, [from]) =>
      sendEvents(api.visitor(), [{ kind: 'view', ad: id, from }]),
    );
    expect(details.map((stored, i) => [ORIGINS[i]?.[0], stored?.origin, stored?.county])).toEqual(
      ORIGINS.map(([from, origin, county = null]) => [from, origin, county]),
    );
  });
});

describe('A visit', () => {
  it.each<[string, Record<string, string>]>([
    ['a crawler', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
    ['a program', { 'user-agent': 'curl/8.5.0' }],
    ['a browser without a screen', { 'user-agent': FIREFOX.replace('Firefox', 'HeadlessChrome') }],
    ['nobody by name', { 'user-agent': '' }],
    ['a browser without a window', { 'sec-ch-ua': '"HeadlessChrome";v="142", "Not_A Brand";v="24"' }],
    ['a browser that looks ahead', { 'sec-purpose': 'prefetch;prerender' }],
  ])('of %s is a bot’s', async (_who, headers) => {
    await record((api) => sendView(api.visitor(), listing.id, headers));
    expect(await countRecorded()).toEqual({ bot: 1 });
  });

  it('of what says neither its origin nor its site, as every browser does, is a bot’s', async () => {
    await record(async (api) => {
      const payload = { events: view(listing.id) };
      const send = (remoteAddress: string, headers: object) =>
        api.request('POST', '/api/events', { remoteAddress, payload, headers: { 'user-agent': FIREFOX, ...headers } });
      await send('203.0.113.1', {});
      await send('203.0.114.1', { origin: 'http://localhost:3000' });
    });
    expect(await countRecorded()).toEqual({ bot: 1, view: 1 });
  });

  it('of an automated browser is a bot’s', async () => {
    await record((api) =>
      api.visitor().send('POST', '/api/events', { events: view(), automated: true }, { 'user-agent': FIREFOX }),
    );
    expect(await countRecorded()).toEqual({ bot: 1 });
  });

  it('of a bot is no new visitor of the site, and is counted apart', async () => {
    const page: AnalyticsEvent[] = [{ kind: 'page', path: '/' }];
    await record(async (api) => {
      const visitor = api.visitor();
      await visitor.send('POST', '/api/events', { events: page, automated: true }, { 'user-agent': FIREFOX });
      await sendEvents(visitor, page);
    });
    expect(await countSiteEvents()).toEqual([
      { kind: 'page', who: 'bot', subject: '/', new: false },
      { kind: 'page', who: 'visitor', subject: '/', new: true },
    ]);
  });

  it('of the owner or the administrator is counted apart, and of other accounts as a visitor’s', async () => {
    const other = await makeAccount(db);
    const { id: administrator } = await makeAccount(db, { id: 1 });
    await record(async (api) => {
      await sendView(await api.signedInVisitor(listing.owner_id as number));
      await sendView(await api.signedInVisitor(administrator));
      await sendView(await api.signedInVisitor(other.id));
    });
    expect(await countRecorded()).toEqual({ owner: 1, administrator: 1, view: 1 });
  });

  it('of an owner who is signed out is no visitor’s in a browser that has signed in', async () => {
    const device = randomBytes(32);
    const known = { account_id: listing.owner_id as number, token_hash: device };
    await db.insertInto('known_devices').values(known).execute();
    const events = opened();
    for (const [i, browser] of [device, randomBytes(32)].entries())
      events.collect(eventBatch({ address: `10.0.0.${i}`, device: browser }));
    await events.flush();
    expect(await countRecorded()).toEqual({ owner: 1, view: 1 });
  });

  it.each(['in one writing', 'one after the other'])(
    'of the owner or a program does not replace a visitor, %s',
    async (how) => {
      const address = '198.51.100.40';
      const automatic = { events: view(), automated: true };
      const steps: ((api: Api) => Promise<unknown>)[] = [
        async (api) => sendView(await api.signedInVisitor(listing.owner_id as number, address)),
        (api) => api.visitor(address).send('POST', '/api/events', automatic, { 'user-agent': FIREFOX }),
        (api) => sendView(api.visitor(address)),
        async (api) => sendView(await api.signedInVisitor((await makeAccount(db)).id, address)),
      ];
      if (how === 'in one writing') await record((api) => Promise.all(steps.map((step) => step(api))));
      else for (const step of steps) await record(step);
      expect(await countRecorded()).toEqual({ owner: 1, bot: 1, view: 1 });
    },
  );

  it.each([
    ['is paused', { status: 'paused' }],
    ['is a draft', { status: 'draft' }],
    ['is hidden', { status: 'hidden' }],
    ['is deleted', { status: 'deleted' }],
    ['has expired', { expires_at: new Date(Date.now() - 1000) }],
    ['is of a suspended owner', { owner_suspended: true }],
  ] as const)('does not count where the listing %s', async (_how, overrides) => {
    const unseen = await makeListing(db, overrides);
    await record(async (api) => {
      expect((await sendEvents(api.visitor(), oneOfEach(unseen.id))).status).toBe(204);
    });
    expect(await countRecorded(unseen.id)).toEqual({});
  });

  it('of a missing listing does not count, and does not affect other events', async () => {
    await record(async (api) => {
      expect((await sendEvents(api.visitor(), [...view(987_654_321), ...view()])).status).toBe(204);
      expect((await sendEvents(api.visitor(), view(Number.MAX_SAFE_INTEGER))).status).toBe(204);
    });
    const { rows } = await sql`select listing_id from events`.execute(db);
    expect(rows).toEqual([{ listing_id: listing.id }]);
  });
});

describe('Invalid events', () => {
  const view = (more: object) => JSON.stringify({ events: [{ kind: 'view', ad: 1, ...more }] });
  const page = (path: unknown) => JSON.stringify({ events: [{ kind: 'page', path }] });
  const INVALID: [what: string, body: string][] = [
    ['nothing', ''],
    ['null', 'null'],
    ['a text', '"view"'],
    ['an empty list', '{"events":[]}'],
    ['a list without an object', '{"events":[1,null,"view"]}'],
    ['51 events', JSON.stringify({ events: Array.from({ length: 51 }, () => ({ kind: 'view', ad: 1 })) })],
    ['another kind', '{"events":[{"kind":"purchase","ad":1}]}'],
    ['no kind', '{"events":[{"ad":1}]}'],
    ['a kind of the prototype', '{"events":[{"kind":"__proto__","ad":1}]}'],
    ['a listing in words', view({ ad: 'one' })],
    ['a listing of SQL', view({ ad: '1; drop table events' })],
    ['a listing below one', view({ ad: 0 })],
    ['half a listing', view({ ad: 1.5 })],
    ['a listing past all numbers', '{"events":[{"kind":"view","ad":1e999}]}'],
    ['a listing past exact numbers', '{"events":[{"kind":"view","ad":9007199254740993}]}'],
    ['a stay of no time', '{"events":[{"kind":"stay","ad":1,"seconds":0}]}'],
    ['a stay of days', '{"events":[{"kind":"stay","ad":1,"seconds":100000}]}'],
    ['a stay without an end', '{"events":[{"kind":"stay","ad":1,"seconds":1e999}]}'],
    ['a path that is none', page('irvine')],
    ['a path with a query', page('/auth/reset?token=secret')],
    ['a path with zero bytes', page('/\0')],
    ['a path with halves of characters', page('/\ud800')],
    ['a path of 201 letters', page(`/${'a'.repeat(200)}`)],
    ['a path of other letters', page('/ürvine')],
    ['a list for a path', page(['/'])],
    ['a slot that there is not', '{"events":[{"kind":"slot","slot":"home-99"}]}'],
    ['a broken end', '{"events":[{"kind":"view"'],
    ['nesting without end', `{"events":${'['.repeat(40_000)}`],
    ['automation in words', '{"events":[{"kind":"view","ad":1}],"automated":"yes"}'],
  ];
  it('are refused with a message', async () => {
    await record(async (api) => {
      for (const [what, body] of INVALID) {
        const { status, body: responseBody } = await api.visitor().send('POST', '/api/events', body, {
          'content-type': 'application/json',
          'user-agent': FIREFOX,
        });
        expect([what, status, responseBody.message]).toEqual([what, 400, expect.stringMatching(/\w/)]);
        expect(JSON.stringify(responseBody)).not.toMatch(/\/server\/|node_modules|select |postgres/i);
      }
    });
    const { rows } = await sql`select from events`.execute(db);
    expect(rows).toEqual([]);
  });

  it('are too large bodies, bodies other than JSON, and requests of other sites', async () => {
    await record(async (api) => {
      const send = async (body: string, headers: Record<string, string>) =>
        (await api.visitor().send('POST', '/api/events', body, { 'user-agent': FIREFOX, ...headers })).status;
      const json = { 'content-type': 'application/json' };
      const one = JSON.stringify({ events: [{ kind: 'view', ad: listing.id }] });
      expect(await send(one.padEnd(100_001), json)).toBe(413);
      expect(await send(one, { 'content-type': 'text/plain' })).toBe(415);
      expect(await send(one, { ...json, 'sec-fetch-site': 'cross-site' })).toBe(403);
    });
    expect(await countRecorded()).toEqual({});
  });

  it('cannot set the visitor or the time of an event', async () => {
    const forged = { kind: 'view', ad: listing.id, who: 'owner', at: '2020-01-01', network: '192.0.2.0/24', tx: '1' };
    await record(async (api) => {
      const body = { events: [forged], who: 'owner', accountId: 1, __proto__: { automated: true } };
      const { status } = await api.visitor().send('POST', '/api/events', body, { 'user-agent': FIREFOX });
      expect(status).toBe(204);
    });
    expect(await countRecorded()).toEqual({ view: 1 });
    const { rows } = await sql`select from events where at < now() - interval '1 minute'`.execute(db);
    expect(rows).toEqual([]);
  });
});

describe('Of one address', () => {
  it('at most 30 views and 600 events a minute count, and more are counted as refused', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 40; i++) ids.push((await makeListing(db)).id);
    const pages = Array.from({ length: 50 }, (): AnalyticsEvent => ({ kind: 'page', path: '/' }));
    await record(async (api) => {
      const visitor = api.visitor('198.51.100.10');
      await sendEvents(
        visitor,
        ids.flatMap((id) => view(id)),
      );
      for (let i = 0; i < 12; i++) await sendEvents(visitor, pages);
      await sendEvents(api.visitor('198.51.100.11'), pages);
    });
    const { rows } = await sql`select kind, count(*) from events group by kind order by kind`.execute(db);
    expect(rows).toEqual([
      { kind: 'page', count: 610 },
      { kind: 'view', count: 30 },
    ]);
    expect(await today()).toMatchObject({ refused_events: 50, dropped_events: 0 });
  });

  it('the addresses of an IPv6 customer are one', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 40; i++) ids.push((await makeListing(db)).id);
    await record((api) =>
      Promise.all(ids.map((id, i) => sendView(api.visitor(`2001:db8:1:2::${i.toString(16)}`), id))),
    );
    const counted = await Promise.all(ids.map((id) => views(id)));
    expect(counted.reduce((sum, one) => sum + one)).toBe(30);
  });
});

describe('People who share a network', () => {
  const CARRIER = ['2001:db8:4:', '::1'] as const;

  it('count each, up to forty of a carrier, each once', async () => {
    await record(async (api) => {
      for (let i = 0; i < 45; i++) {
        const visitor = api.visitor(CARRIER.join(i.toString(16)));
        for (let again = 0; again < 2; again++) await sendView(visitor, listing.id, { 'user-agent': IPHONE });
      }
    });
    expect(await views(listing.id)).toBe(40);
    // Of another network more count, and those who were counted do no more.
    await record(async (api) => {
      for (const i of [0, 1, 44])
        await sendView(api.visitor(CARRIER.join(i.toString(16))), listing.id, { 'user-agent': IPHONE });
      await sendView(api.visitor('2001:db8:5::1'), listing.id);
    });
    expect(await views(listing.id)).toBe(41);
  });

  it('and an address are told by their devices', async () => {
    await record(async (api) => {
      const visitor = api.visitor('203.0.113.9');
      for (const agent of [IPHONE, FIREFOX, IPHONE, ...Array.from({ length: 8 }, (_, i) => `${FIREFOX} ${i}`)])
        await sendView(visitor, listing.id, { 'user-agent': agent });
    });
    expect(await views(listing.id)).toBe(10);
  });

  it('are forty of each listing and each kind', async () => {
    const another = (await makeListing(db)).id;
    const events = opened();
    for (let i = 0; i < 60; i++) {
      const clicks = [listing.id, another].flatMap((ad) => [
        { kind: 'phone' as const, ad },
        { kind: 'map' as const, ad },
      ]);
      events.collect(eventBatch({ address: '203.0.113.9', agent: `${FIREFOX} ${i}`, events: clicks }));
      if (i % 7 === 0) await events.flush();
    }
    await events.flush();
    for (const id of [listing.id, another]) expect(await countRecorded(id)).toEqual({ phone: 40, map: 40 });
  });
});

describe('A listing with a thousand visitors', () => {
  const VISITORS = 1000;
  const REPEATS = repetitions(1000, 10_000);
  let busy: number;
  beforeEach(async () => {
    busy = (await makeListing(db)).id;
    const events = opened();
    for (let i = 0; i < VISITORS; i++) {
      events.collect(eventBatch({ address: `10.${i >> 8}.${i & 255}.1`, events: oneOfEach(busy) }));
    }
    await events.flush();
    expect(await countRecorded(busy)).toEqual(allTimes(VISITORS));
  });

  const allTimes = (most: number) => Object.fromEntries(Object.keys(ONE_OF_EACH).map((kind) => [kind, most]));
  const percentMore = async () => {
    const { bot: _bots, ...counted } = await countRecorded(busy);
    return Math.max(...Object.values(counted).map((count) => (100 * (count - VISITORS)) / VISITORS));
  };

  // A message every seven seconds of a day: no limit of a minute helps.
  const script = async (telling: (i: number) => Partial<EventBatch>) => {
    const start = Date.parse(`${toLosAngelesDate(new Date())}T08:30:00Z`);
    for (let first = 0; first < REPEATS; first += 2500) {
      const events = opened();
      for (let i = first; i < Math.min(REPEATS, first + 2500); i++) {
        events.collect(eventBatch({ at: new Date(start + i * 7000), ...telling(i) }));
      }
      await events.flush();
    }
  };

  it(`has not 1 % more of anything after ${REPEATS} repetitions of one visit`, async () => {
    await script(() => ({ events: view(busy) }));
    expect(await percentMore()).toBeLessThan(1);
  });

  it(`has 40 more of anything after ${REPEATS} user agents of one address`, async () => {
    await script((i) => ({ agent: `${FIREFOX} ${i}`, events: oneOfEach(busy) }));
    expect(await countRecorded(busy)).toEqual(allTimes(VISITORS + 40));
  });

  it(`has 40 more of anything after ${REPEATS} addresses of one network`, async () => {
    await script((i) => ({
      address: `2001:db8:77:${i.toString(16)}::/64`,
      agent: `${FIREFOX} ${i}`,
      events: oneOfEach(busy),
    }));
    expect(await countRecorded(busy)).toEqual(allTimes(VISITORS + 40));
  });

  it(`has no more of anything after ${REPEATS} bots`, async () => {
    await script((i) => ({ who: 'bot', address: `10.77.${i >> 8}.${i & 255}`, events: oneOfEach(busy) }));
    expect(await countRecorded(busy)).toEqual({ ...allTimes(VISITORS), bot: 7 * REPEATS });
  });
});

describe('Page requests', () => {
  const GOOGLE = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
  const html = '<h1>Irvine</h1>';
  const web = createWebBuildStub({ render: async (url) => ({ status: url === '/gone' ? 404 : 200, html }) });

  it('are counted by user agent, rendered and cached ones alike, and no other requests', async () => {
    await withTestApp({ database, web }, async (api) => {
      const asking = (url: string, agent?: string) =>
        api.request('GET', url, { headers: agent === undefined ? {} : { 'user-agent': agent } });
      for (const agent of [FIREFOX, GOOGLE, FIREFOX]) await asking('/irvine', agent);
      await asking('/irvine?utm_source=mail', IPHONE);
      await asking('/gone', GOOGLE);
      await asking('/irvine', '');
      for (const url of ['/api/counties', '/sitemap.xml', '/robots.txt', '/healthz', '/irvine/'])
        await asking(url, GOOGLE);
    });
    expect(await today()).toMatchObject({ requests: 6, bot_requests: 3 });
  });

  it('are counted together by all processes', async () => {
    const ask = (api: Api) => api.request('GET', '/irvine', { headers: { 'user-agent': FIREFOX } });
    await Promise.all([withTestApp({ database, web }, ask), withTestApp({ database, web }, ask)]);
    expect(await today()).toMatchObject({ requests: 2, bot_requests: 0 });
  });
});

describe('When events arrive faster than they can be written', () => {
  it('those beyond the buffer are dropped and counted, and the others are written', async () => {
    const events = opened();
    const pages = Array.from({ length: 50 }, (): AnalyticsEvent => ({ kind: 'page', path: '/' }));
    for (let i = 0; i < 500; i++) events.collect(eventBatch({ address: `10.1.${i >> 8}.${i & 255}`, events: pages }));
    await events.flush();
    expect(await countSiteEvents()).toHaveLength(20_000);
    expect(await today()).toMatchObject({ dropped_events: 5_000, refused_events: 0 });
  });

  it('those that cannot be written are counted as dropped when the database responds again', async () => {
    const log: string[] = [];
    const events = createEventCollector({
      db,
      gazetteer,
      log: { error: (_: unknown, message: string) => log.push(message) } as never,
    });
    await sql`alter table events rename to events_away`.execute(db);
    await sql`alter table site_days rename to site_days_away`.execute(db);
    events.collect(eventBatch({ events: oneOfEach(listing.id) }));
    await expect.poll(() => log).toEqual(['events could not be written']);
    await sql`alter table events_away rename to events`.execute(db);
    await sql`alter table site_days_away rename to site_days`.execute(db);
    events.collect(eventBatch({ address: '10.0.0.2', events: view() }));
    await events.flush();
    expect(await countRecorded()).toEqual({ view: 1 });
    expect(await today()).toMatchObject({ dropped_events: 7 });
  });
});

describe('A day', () => {
  it.each([
    ['2026-01-15T07:59:59Z', '2026-01-14'],
    ['2026-01-15T08:00:00Z', '2026-01-15'],
    // The day of 23 hours.
    ['2026-03-08T07:59:59Z', '2026-03-07'],
    ['2026-03-08T08:00:00Z', '2026-03-08'],
    ['2026-03-09T06:59:59Z', '2026-03-08'],
    ['2026-03-09T07:00:00Z', '2026-03-09'],
    // The day of 25 hours.
    ['2026-11-01T06:59:59Z', '2026-10-31'],
    ['2026-11-01T07:00:00Z', '2026-11-01'],
    ['2026-11-02T07:59:59Z', '2026-11-01'],
    ['2026-11-02T08:00:00Z', '2026-11-02'],
  ])('is a local day of Los Angeles: %s is on %s', (time, day) => {
    expect(toLosAngelesDate(new Date(time))).toBe(day);
  });

  it('counts a visitor again when it begins, and deletes those of the day before', async () => {
    const events = opened();
    for (const time of ['2026-03-09T06:59:58Z', '2026-03-09T06:59:59Z', '2026-03-09T07:00:00Z'])
      events.collect(eventBatch({ at: new Date(time), events: view() }));
    await events.flush();
    expect(await views()).toBe(2);

    await deletePastVisitors(db, new Date('2026-03-09T07:07:00Z'));
    for (const table of ['visitor_salts', 'visitors']) {
      const left = await sql<{ day: string }>`
        select distinct day::text from ${sql.table(table)} where day < '2026-03-10' order by 1`.execute(db);
      expect(left.rows).toEqual([{ day: '2026-03-09' }]);
    }
    expect(await views()).toBe(2);
  });
});

const opened = () => {
  const error = ({ err }: { err: Error }) => {
    throw err;
  };
  return createEventCollector({ db, gazetteer, log: { error } as never });
};

const eventBatch = (fields: Partial<EventBatch>): EventBatch => ({
  at: new Date(),
  address: '198.51.100.9',
  agent: IPHONE,
  language: 'en',
  asksForPrivacy: false,
  accountId: null,
  device: null,
  who: 'visitor',
  events: view(),
  ...fields,
});
