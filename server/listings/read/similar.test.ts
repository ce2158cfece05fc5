import { afterAll, expect, it } from 'vitest';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { listingForm, newIdempotencyKey, sendListingForm } from '#tests/support/listing-form.ts';

const api = await createTestApi();
afterAll(api.close);

it('a listing of the same business is found by its name and place, whatever its title, by its owner alone', async () => {
  const owner = await api.signedInVisitor((await makeAccount(api.db)).id);
  const other = await api.signedInVisitor((await makeAccount(api.db)).id);
  const key = newIdempotencyKey();
  const { id } = (await sendListingForm(owner, listingForm(), key)).body.ad;
  const { businessName, address, zipCode, phone } = listingForm();
  const find = async (change: object = {}, visitor = owner, headers = {}) => {
    const query = new URLSearchParams({ businessName, address, zipCode, phone, ...change } as Record<string, string>);
    const { status, body } = await visitor.send('GET', `/api/user/ads/similar?${query}`, undefined, headers);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.map((listing: { id: number }) => listing.id);
  };
  expect(await find()).toEqual([id]);
  expect(await find({ businessName: 'GOLDEN HOUR plumbing!', address: '100  main st.' })).toEqual([id]);
  expect(await find({ address: '9 Elsewhere Rd', phone: '+1 949 555 0100', zipCode: '92614-1234' })).toEqual([id]);
  expect(await find({ phone: '(949) 555-0199' })).toEqual([id]);
  expect(await find({ address: '9 Elsewhere Rd', phone: '(949) 555-0199' }), 'another branch').toEqual([]);
  expect(await find({ businessName: 'Silver Hour Plumbing' })).toEqual([]);
  expect(await find({ zipCode: '92612' })).toEqual([]);
  expect(await find({}, other)).toEqual([]);
  expect(await find({}, owner, { 'idempotency-key': key }), 'the form itself').toEqual([]);
  await owner.send('DELETE', `/api/user/ads/${id}`);
  expect(await find()).toEqual([]);
});

it.each(['businessName', 'address', 'zipCode', 'phone'])('refuses control characters in %s', async (name) => {
  const owner = await api.signedInVisitor((await makeAccount(api.db)).id);
  const { businessName, address, zipCode, phone } = listingForm();
  const query = new URLSearchParams({ businessName, address, zipCode, phone, [name]: 'a\0b' } as Record<
    string,
    string
  >);
  const { status, body } = await owner.get(`/api/user/ads/similar?${query}`);
  expect([status, body.issues[0].path]).toEqual([400, name]);
});
