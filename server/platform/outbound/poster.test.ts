import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startWebhookReceiver } from '#tests/support/servers/webhook-receiver.ts';
import { createPoster } from './poster.ts';
import { AddressRefused, lookupPublicAddress } from './public-lookup.ts';

const receiver = await startWebhookReceiver();
afterAll(receiver.close);
beforeEach(() => receiver.answer(() => ({ status: 204 })));
const request = { headers: { 'content-type': 'application/json' }, body: '{"a":1}' };

describe('A POST request to an address of a stranger', () => {
  it('has the name, the headers and the body', async () => {
    expect(await receiver.post('https://shop.example/hooks?a=1', request)).toEqual({ status: 204, body: '' });
    expect(receiver.received.find(({ path }) => path === '/hooks?a=1')).toMatchObject({
      headers: { host: 'shop.example', 'content-type': 'application/json' },
      body: '{"a":1}',
    });
  });

  it('is not sent to a server with the certificate of another name', async () => {
    await expect(receiver.post('https://other.example/', request)).rejects.toThrow();
  });

  it('ends with the beginning of a long response, and of one that never ends', async () => {
    receiver.answer(() => ({ status: 200, body: 'x'.repeat(1_000_000) }));
    expect((await receiver.post(receiver.url, request)).body).toHaveLength(8000);
    receiver.answer(() => ({ status: 200, headers: { 'content-length': '1000' }, body: 'only this' }));
    expect(await receiver.post(receiver.url, request)).toMatchObject({ status: 200 });
  });

  it('fails when there is no response in time', async () => {
    receiver.answer(() => new Promise(() => {}));
    await expect(receiver.post(receiver.url, request)).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it.each([
    'http://shop.example/',
    'https://shop.example:8443/',
    'https://me:secret@shop.example/',
    'https://127.0.0.1/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://0x7f000001/',
    'https://localhost/',
    'https://db/',
    'file:///etc/passwd',
  ])('is refused to %s', async (url) => {
    await expect(createPoster()(url, request)).rejects.toThrow(AddressRefused);
  });

  it('is refused to a name whose address is not public, when it connects', async () => {
    const looked = new Promise((resolve) => lookupPublicAddress('localhost', { all: true }, resolve));
    expect(await looked).toBeInstanceOf(AddressRefused);
  });
});
