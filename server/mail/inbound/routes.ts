import { apiErrorSchema } from '#contract/api.ts';
import { z } from '#contract/zod.ts';
import type { Api } from '../../http/api.ts';
import { fromZodError, Invalid, Unauthorized, Unavailable } from '../../http/errors.ts';
import { isSameSecret } from '../../http/sessions.ts';
import { type InboundOutcome, MAX_INBOUND_BYTES, type TakeInboundMail } from './inbound-mail.ts';
import { SERVICES } from './services.ts';

/** What the webhooks work with. */
export interface InboundRouteDeps {
  /** Null without `INBOUND_WEBHOOK_SECRET`: then the addresses do not exist. */
  inboundSecret: string | null;
  takeInboundMail: TakeInboundMail;
  /** Opens the address that confirms a subscription of Amazon SNS; the internet by default. */
  confirmSubscription?: (url: string) => Promise<unknown>;
}

/**
 * `POST /api/webhooks/{service}`: emails that Postmark, Mailgun or Amazon SES received for us. The secret is the password of HTTP Basic
 * authentication, which all three take in the address: `https://inbound:{secret}@…`. Whatever was read is answered with 200, also when it is
 * passed on to nobody, because the services try again after every other answer.
 */
export async function inboundMailRoutes(
  api: Api,
  { inboundSecret, takeInboundMail, confirmSubscription = openInternet }: InboundRouteDeps,
) {
  if (inboundSecret === null) return;
  await api.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_INBOUND_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    // Before the body is read: only the services may send so much.
    scope.addHook('onRequest', async ({ headers: { authorization = '' } }, response) => {
      const [, credentials = ''] = /^Basic ([\w+/=-]{1,1000})$/i.exec(authorization) ?? [];
      const password = Buffer.from(credentials, 'base64')
        .toString()
        .replace(/^[^:]*:/, '');
      if (isSameSecret(password, inboundSecret)) return;
      // Amazon SNS sends its password only when it is asked.
      response.header('www-authenticate', 'Basic realm="inbound mail"');
      throw new Unauthorized('Wrong secret.');
    });
    for (const [service, read] of Object.entries(SERVICES))
      scope.post(
        `/api/webhooks/${service}`,
        {
          config: { signed: true },
          schema: {
            tags: ['Conversations'],
            summary: 'Receive an email that a customer or a business answered with',
            response: {
              200: z.object({ outcome: z.enum(['delivered', 'refused', 'ignored']) }),
              400: apiErrorSchema,
              401: apiErrorSchema,
              503: apiErrorSchema,
            },
          },
        },
        async (request) => {
          const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
          const mail = await read({ body, contentType: request.headers['content-type'] ?? '' }).catch((error) => {
            throw error instanceof z.ZodError
              ? fromZodError('This is no email of the service.', error)
              : new Invalid('This email cannot be read.');
          });
          if (mail === null) return { outcome: 'ignored' as InboundOutcome };
          if (!('confirmAt' in mail)) return { outcome: await takeInboundMail(mail) };
          await confirmSubscription(mail.confirmAt).catch(() => {
            throw new Unavailable('The subscription could not be confirmed.', RETRY_SECONDS);
          });
          return { outcome: 'ignored' as InboundOutcome };
        },
      );
  });
}

const CONFIRMATION_TIMEOUT_MS = 10_000;
const RETRY_SECONDS = 60;

const openInternet = (url: string) =>
  fetch(url, { redirect: 'error', signal: AbortSignal.timeout(CONFIRMATION_TIMEOUT_MS) });
