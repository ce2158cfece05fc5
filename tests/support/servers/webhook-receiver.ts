import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { buildConnector } from 'undici';
import { createPoster } from '#server/platform/outbound/poster.ts';
import { SHOP_CERTIFICATE } from '#tests/support/shop-certificate.ts';

/** A request that the receiver got. */
interface ReceivedWebhook {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** What the receiver answers: a status and a body. */
interface Answer {
  status: number;
  body?: string;
  headers?: Record<string, string>;
}

/** The receiver of webhooks of somebody's site, at https://shop.example, and a way to it that the program can use. */
export async function startWebhookReceiver() {
  const received: ReceivedWebhook[] = [];
  let answer: (webhook: ReceivedWebhook) => Answer | Promise<Answer> = () => ({ status: 204 });
  const server = createServer(SHOP_CERTIFICATE, async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const webhook = { path: request.url ?? '', headers: request.headers as Record<string, string>, body };
    received.push(webhook);
    const { status, headers, body: text } = await answer(webhook);
    response.writeHead(status, headers).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const connect = buildConnector({ ca: SHOP_CERTIFICATE.cert });
  return {
    url: 'https://shop.example/webhooks',
    received,
    /** What was received as the public library verifies it. */
    verify: (secret: string, from: ReceivedWebhook[] = received) =>
      from.map(({ body, headers }) => new Webhook(secret).verify(body, headers) as WebhookPayload),
    answer(next: typeof answer) {
      answer = next;
    },
    /** Posts to the receiver, whatever the name resolves to. */
    post: createPoster({
      timeoutMs: 2000,
      connect: (options, callback) =>
        connect(
          { ...options, servername: options.hostname, hostname: '127.0.0.1', host: '127.0.0.1', port: String(port) },
          callback,
        ),
    }),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The body of a webhook. */
export interface WebhookPayload {
  type: string;
  timestamp: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests compare it without processing it.
  data: any;
}
