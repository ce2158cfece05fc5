import { apiErrorSchema } from '#contract/api.ts';
import { z } from '#contract/zod.ts';
import type { Api } from '#server/platform/http/api.ts';
import { HttpError, Unauthorized, Unavailable } from '#server/platform/http/errors.ts';
import { isSameSecret } from '#server/platform/http/sessions.ts';
import { type InboundOutcome, MailRefused } from './inbound-mail.ts';
import type { MailReceiver } from './receiver.ts';
import type { ServiceName } from './services.ts';

/** The dependencies of the webhooks. */
export interface InboundRouteDeps {
  /** Null without `INBOUND_WEBHOOK_SECRET`: then the addresses do not exist. */
  inboundSecret: string | null;
  mailReceiver: MailReceiver;
  /** Opens the address that confirms a subscription of Amazon SNS; the internet by default. */
  confirmSubscription?: (url: string) => Promise<unknown>;
}

/**
 * With what each service is told not to send an email again:
 * https://postmarkapp.com/support/article/understanding-inbound-webhook-retries-in-postmark,
 * https://documentation.mailgun.com/docs/mailgun/user-manual/receive-forward-store/receive-http, and for Amazon SNS
 * https://docs.aws.amazon.com/sns/latest/dg/sns-message-delivery-retries.html.
 */
const REFUSALS: Record<ServiceName, 400 | 403 | 406> = { mailgun: 406, postmark: 403, ses: 400 };

/**
 * `POST /api/webhooks/{service}`: emails that Postmark, Mailgun or Amazon SES received for us. The secret is the password of HTTP Basic
 * authentication, which all three take in the address: `https://inbound:{secret}@…`. Whatever was read is answered with 200, also when it is
 * passed on to nobody, because the services try again after most other answers.
 */
export async function inboundMailRoutes(
  api: Api,
  { inboundSecret, mailReceiver, confirmSubscription = openInternet }: InboundRouteDeps,
) {
  if (inboundSecret === null) return;
  await api.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The handler reads the body.
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
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
    for (const [service, refusal] of Object.entries(REFUSALS))
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
              403: apiErrorSchema,
              406: apiErrorSchema,
              429: apiErrorSchema,
              503: apiErrorSchema,
            },
          },
        },
        async ({ raw, headers }, response) => {
          const source = { via: service as ServiceName, contentType: headers['content-type'] ?? '' };
          const result = await mailReceiver.receive(raw, source).catch((error) => {
            // The rest of the body was not read.
            if (!raw.readableEnded) response.header('connection', 'close');
            if (!(error instanceof MailRefused)) throw error;
            // What is no email at all is a mistake of the operator, who may mend it before the service gives up.
            throw new HttpError(error.reason === 'no-email' ? 400 : refusal, error.message);
          });
          if (typeof result === 'string') return { outcome: result };
          await confirmSubscription(result.confirmAt).catch(() => {
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
