import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, expect, it, vi } from 'vitest';
import { WEBHOOK_EVENTS } from '#contract/ownership/webhooks.ts';
import { createTestApi } from '#tests/support/api.ts';

const api = await createTestApi();
afterAll(api.close);
const guide: string = (await api.get('/api/openapi.json')).body.info.description;

it('The guide to webhooks names each event', () => {
  expect(WEBHOOK_EVENTS.filter((event) => !guide.includes(`\`${event}\``))).toEqual([]);
});

it('The receiver of the guide takes what is signed, and nothing else', async () => {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const addToCrm = vi.fn();
  const code = /```js\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
  const script = code.replace(/^import .*$/m, '').replace('export async function', 'return async function');
  const receive = new Function('Webhook', 'process', 'addToCrm', script)(
    Webhook,
    { env: { WEBHOOK_SECRET: secret } },
    addToCrm,
  ) as (request: Request) => Promise<Response>;
  const body = JSON.stringify({ type: 'lead.created', data: { conversation: { id: 1 }, message: { text: 'Hello' } } });
  const at = new Date();
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
  };
  const post = (text: string) => receive(new Request('https://crm.example/', { method: 'POST', headers, body: text }));
  expect((await post(body)).status).toBe(204);
  expect(addToCrm).toHaveBeenCalledWith({ id: 1 }, { text: 'Hello' });
  expect((await post(body.replace('Hello', 'Bye'))).status).toBe(400);
  expect(addToCrm).toHaveBeenCalledTimes(1);
});
