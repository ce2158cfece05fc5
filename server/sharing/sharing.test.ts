import sharp from 'sharp';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { makeReview } from '#tests/fixtures/conversation-factories.ts';
import { createTestApi } from '#tests/support/api.ts';

const api = await createTestApi();
afterAll(api.close);
afterEach(() => vi.useRealTimers());

const WEEK = Object.fromEntries(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [
    day,
    [{ opens: '09:00', closes: '17:00' }],
  ]),
);
const id = await api.createListing({
  title: 'Drains, day and night',
  business_name: 'Golden, Hour; & <Sons>',
  address: '100 Main St',
  phone: '(949) 555-0100',
  hours: JSON.stringify(WEEK),
  special_hours: JSON.stringify([
    { on: '12-25', hours: 'closed' },
    { on: '12-24', hours: [{ opens: '09:00', closes: '12:30' }] },
  ]),
});
const draft = await api.createListing({ status: 'draft' });
const inject = (url: string) => api.http.inject(url);
const setClock = (time: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });

describe('Whether a business is open', () => {
  it.each([
    // In Los Angeles it is eight hours earlier.
    ['2026-03-02T16:50:00Z', false, '2026-03-02T17:00:00.000Z'],
    ['2026-03-02T17:00:00Z', true, '2026-03-02T17:15:00.000Z'],
    ['2026-03-03T00:52:10Z', true, '2026-03-03T01:00:00.000Z'],
    ['2026-03-03T01:00:00Z', false, '2026-03-03T01:15:00.000Z'],
  ])('is answered at %s, until that may change', async (now, isOpen, until) => {
    setClock(now);
    const { headers, body } = await inject(`/api/ads/${id}/opening?at=${Date.parse(now)}`);
    expect(JSON.parse(body).state.isOpen).toBe(isOpen);
    expect(headers).toMatchObject({
      'surrogate-until': until,
      'surrogate-key': expect.stringContaining(`listing:${id}`),
    });
  });

  it('is null where nothing is known', async () => {
    const unknown = await api.createListing({ hours: null });
    expect((await inject(`/api/ads/${unknown}/opening`)).json()).toEqual({ state: null });
  });
});

describe('A badge', () => {
  it('says that a business is open only while it is', async () => {
    setClock('2026-03-02T18:00:00Z');
    expect((await inject(`/badge/${id}.svg?1`)).body).toContain('Open now');
    expect((await inject(`/es/badge/${id}-dark.svg?1`)).body).toContain('Abierto ahora');
    vi.setSystemTime(new Date('2026-03-03T03:00:00Z'));
    expect((await inject(`/badge/${id}.svg?2`)).body).not.toContain('Open now');
    // On Thanksgiving nobody knows.
    vi.setSystemTime(new Date('2026-11-26T18:00:00Z'));
    expect((await inject(`/badge/${id}.svg?5`)).body).not.toContain('Open now');
  });

  it('has stars only from three reviews on, and its name as text', async () => {
    expect((await inject(`/badge/${id}.svg?3`)).body).not.toContain('<path');
    for (let i = 0; i < 3; i++) await makeReview(api.db, { listing_id: id, stars: 4, status: 'shown' });
    const { headers, body } = await inject(`/badge/${id}.svg?4`);
    expect(headers['content-type']).toBe('image/svg+xml; charset=utf-8');
    expect(body.match(/<path/g)).toHaveLength(5);
    expect(body).toContain('4.0 (3)');
    expect(body).toContain('Golden, Hour; &#38; &#60;Sons&#62;');
    expect(body).not.toMatch(/Drains|<Sons>/);
  });
});

describe('A QR code', () => {
  it('is a picture in both formats, and leads to the page, counted as the code’s', async () => {
    const svg = await inject(`/qr/${id}.svg`);
    expect(svg.headers['content-type']).toBe('image/svg+xml; charset=utf-8');
    expect(svg.body).toMatch(/^<svg /);
    const png = await inject(`/qr/${id}.png`);
    expect(await sharp(png.rawPayload).metadata()).toMatchObject({ format: 'png', width: 1024, height: 1024 });
    const scan = await inject(`/es/q/${id}`);
    expect([scan.statusCode, scan.headers.location]).toEqual([302, `/es/ads/${id}?via=qr`]);
  });
});

describe('A vCard', () => {
  it('has what the page shows, in lines that no value can end', async () => {
    const { headers, body } = await inject(`/ads/${id}/contact.vcf`);
    expect(headers['content-type']).toBe('text/vcard; charset=utf-8');
    const lines = body.replaceAll('\r\n ', '').split('\r\n');
    expect(lines.slice(0, 3)).toEqual(['BEGIN:VCARD', 'VERSION:3.0', 'FN:Golden\\, Hour\\; & <Sons>']);
    expect(lines).toContain('TEL;TYPE=WORK,VOICE:+19495550100');
    expect(lines.find((line) => line.startsWith('ADR'))).toContain('100 Main St');
    expect(lines).toContain(`URL:http://localhost:3000/ads/${id}`);
    expect(body.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    expect(body).not.toContain('EMAIL');
  });

  it('has no line of a text’s own', async () => {
    const hostile = await api.createListing({ business_name: 'Salt\r\nEMAIL:x@y.example\u2028TEL:1' });
    const { body } = await inject(`/ads/${hostile}/contact.vcf`);
    expect(body).not.toMatch(/^(?:EMAIL|TEL:1)/m);
  });
});

it('A calendar has the days with special hours', async () => {
  setClock('2026-12-01T20:00:00Z');
  const { headers, body } = await inject(`/ads/${id}/special-hours.ics?1`);
  expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
  const text = body.replaceAll('\r\n ', '');
  expect(text).toContain(
    'DTSTART;TZID=America/Los_Angeles:20261224T090000\r\nDTEND;TZID=America/Los_Angeles:20261224T123000\r\nRRULE:FREQ=YEARLY\r\n',
  );
  expect(text).toContain('DTSTART;VALUE=DATE:20261225\r\nDTEND;VALUE=DATE:20261226\r\nRRULE:FREQ=YEARLY\r\n');
  expect(text).toContain('SUMMARY:Golden\\, Hour\\; & <Sons>: 9:00 AM – 12:30 PM');
  expect(text).toContain('SUMMARY:Golden\\, Hour\\; & <Sons>: Closed');
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2);
});

it('A calendar ends a night on the next day, and repeats no holiday on its date', async () => {
  setClock('2026-11-20T20:00:00Z');
  const special_hours = JSON.stringify([
    { on: 'thanksgiving', hours: 'closed' },
    { on: '2026-11-28', hours: [{ opens: '18:00', closes: '02:00' }] },
  ]);
  const { body } = await inject(
    `/ads/${await api.createListing({ hours: JSON.stringify(WEEK), special_hours })}/special-hours.ics`,
  );
  expect(body).toContain('DTEND;TZID=America/Los_Angeles:20261129T020000');
  expect(body).toContain('DTSTART;VALUE=DATE:20261126');
  expect(body).not.toContain('RRULE:FREQ=YEARLY\r\nSUMMARY');
});

describe('oEmbed', () => {
  const ask = (query: Record<string, string>) => inject(`/oembed?${new URLSearchParams(query)}`);
  const url = `http://localhost:3000/ads/${id}`;

  it('answers a frame without scripts in the largest size that fits', async () => {
    const answer = (await ask({ url, format: 'json' })).json();
    expect(answer).toMatchObject({ version: '1.0', type: 'rich', width: 480, provider_url: 'http://localhost:3000' });
    expect(answer.html).toContain(`src="http://localhost:3000/embed/${id}"`);
    expect(answer.html).toContain('title="Golden, Hour; &#38; &#60;Sons&#62; on');
    expect(answer.html).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    expect((await ask({ url, maxwidth: '400' })).json()).toMatchObject({ width: 320 });
    expect((await ask({ url, maxwidth: '150' })).json()).toMatchObject({ width: 150 });
    const spanish = (await ask({ url: `http://localhost:3000/es/ads/${id}/` })).json();
    expect(spanish.html).toContain(`/es/embed/${id}"`);
  });

  it.each([
    [{ url, format: 'xml' }, 501],
    [{ url: 'https://elsewhere.example/ads/1' }, 404],
    [{ url: `http://localhost:3000/ads/${draft}` }, 404],
    [{ url: 'http://localhost:3000/city/irvine' }, 404],
    [{ url: 'no address' }, 404],
    [{ url, maxwidth: '-1' }, 400],
    [{}, 400],
  ])('refuses %o with %i', async (query, status) => {
    expect((await ask(query as Record<string, string>)).statusCode).toBe(status);
  });
});

it.each([
  '/badge/{id}.svg',
  '/qr/{id}.svg',
  '/qr/{id}.png',
  '/ads/{id}/contact.vcf',
  '/ads/{id}/special-hours.ics',
  '/api/ads/{id}/opening',
])('%s is of public listings alone', async (path) => {
  expect((await inject(path.replace('{id}', String(draft)))).statusCode).toBe(404);
  expect((await inject(path.replace('{id}', '987654'))).statusCode).toBe(404);
});
