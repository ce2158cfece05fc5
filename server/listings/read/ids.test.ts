import { afterAll, expect, it } from 'vitest';
import { createTestApi } from '#tests/support/api.ts';

const api = await createTestApi();
afterAll(api.close);

it('the address of a listing has its id in decimal digits, and no other spelling of the number', async () => {
  const id = await api.createListing();
  expect((await api.get(`/api/ads/${id}`)).status).toBe(200);
  const spellings = [
    `${id}e0`,
    `0x${id.toString(16)}`,
    `0${id}`,
    `+${id}`,
    `${id}.0`,
    `%20${id}`,
    `${id}%0a`,
    '1e3',
    '-1',
    'x',
  ];
  for (const spelling of spellings) {
    const { status, body } = await api.get(`/api/ads/${spelling}`);
    expect([spelling, status, body]).toEqual([spelling, 404, { message: 'Page not found.' }]);
  }
});
