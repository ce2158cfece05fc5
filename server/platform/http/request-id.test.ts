import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApi } from '#tests/support/api.ts';
import { createWebBuildStub } from '#tests/support/web-build-stub.ts';

const lines: string[] = [];
const log = { write: (line: string) => void lines.push(line) };
class ApiError extends Error {
  readonly status: number;
  readonly issues = [];

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
const web = createWebBuildStub({
  ApiError,
  render: async (_url, { read }) => {
    const error = (await read('/api/broken').catch((error) => error)) as ApiError;
    return { status: error.status, html: error.message };
  },
});
const behindProxy = await createTestApi({ log, web, env: { TRUSTED_PROXIES: '127.0.0.0/8' } });
const alone = await createTestApi({ log, web, database: behindProxy.database });
const addresses = { behindProxy: '', alone: '' };
beforeAll(async () => {
  for (const { http } of [behindProxy, alone]) {
    http.get('/api/broken', async () => {
      throw new Error('A fault of ours');
    });
  }
  addresses.behindProxy = await behindProxy.http.listen({ host: '127.0.0.1', port: 0 });
  addresses.alone = await alone.http.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await alone.http.close();
  await behindProxy.close();
});
beforeEach(() => void lines.splice(0));

/** Requests an address, and returns the id and body of the response, and the ids of the log lines that it caused. */
async function ask(origin: string, path: string, id?: string) {
  const response = await fetch(origin + path, { headers: id === undefined ? {} : { 'x-request-id': id } });
  const logged = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request failed');
  return {
    id: response.headers.get('x-request-id') ?? '',
    body: await response.text(),
    logged: logged.map(({ requestId }) => requestId),
  };
}

it('The id of a trusted proxy is in the log, in the response and in the message of an error', async () => {
  const id = '0af7651916cd43dd8448eb211c80319c';
  expect(await ask(addresses.behindProxy, '/api/broken', id)).toEqual({
    id,
    body: `{"message":"Something went wrong on our side. Please try again. (Reference: ${id})"}`,
    logged: [id],
  });
});

it('What a page reads is logged with the id of its request, and the page says it', async () => {
  const { id, body, logged } = await ask(addresses.behindProxy, '/city/irvine', 'of-the-page.1');
  expect(id).toBe('of-the-page.1');
  expect(body).toContain('(Reference: of-the-page.1)');
  expect(logged).toEqual(['of-the-page.1']);
});

it.each([
  ['nobody trusted', 'alone', 'chosen-by-a-visitor'],
  ['a proxy that sends a longer one', 'behindProxy', 'x'.repeat(65)],
  ['a proxy that sends other characters', 'behindProxy', '<b>x</b>'],
  ['a proxy that sends none', 'behindProxy', undefined],
] as const)('For %s a new id is made', async (_who, server, given) => {
  const { id, body, logged } = await ask(addresses[server], '/api/broken', given);
  expect(id).toMatch(/^[\da-f]{16}$/);
  expect(body).toContain(`(Reference: ${id})`);
  expect(logged).toEqual([id]);
});

it('An answer from memory has no id', async () => {
  await fetch(`${addresses.alone}/api/counties`);
  expect((await ask(addresses.alone, '/api/counties')).id).toBe('');
});
