import type { FastifyRequest } from 'fastify';
import { messageResponseSchema } from '#contract/accounts.ts';
import { apiErrorSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import type { Api } from '#server/platform/http/api.ts';
import { getClientAddress } from '#server/platform/http/client-address.ts';
import { inMemoryRateLimit } from '#server/platform/http/rate-limit.ts';
import type { ProviderEvent } from '#server/platform/stripe/payment-provider.ts';
import type { PaymentDeps } from './payment-deps.ts';

const MAX_BYTES = 1_000_000;
/** Log lines about events of one address that are not signed: anybody can send them. */
const REFUSAL_LOG_LIMIT = { limit: 10, windowSeconds: 60 };
const MESSAGE = 'payment event received';

/**
 * `POST /api/webhooks/stripe`: events of the provider (https://docs.stripe.com/webhooks). An event only queues the settlement of its
 * payment, which a job does after the response; a repeated event is ignored. Each is one line in the log.
 */
export async function webhookRoute(api: Api, { db, cards, queue, log }: PaymentDeps) {
  await api.register(async (scope) => {
    // The signature covers the raw bytes of the body.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(
      '/api/webhooks/stripe',
      {
        config: { signed: true },
        schema: {
          tags: ['Payments'],
          summary: 'Receive a signed event of the card service',
          response: { 200: messageResponseSchema, 400: apiErrorSchema },
        },
      },
      async (request) => {
        const event = parseEvent(request);
        const outcome = await accept(event);
        // Nothing else of an event: it holds names, addresses and parts of card numbers.
        log.info({ event: event.id, type: event.type, outcome, intent: event.intentId }, MESSAGE);
        return { message: t('Thank you.') };
      },
    );
  });

  const mayLogRefusal = inMemoryRateLimit(REFUSAL_LOG_LIMIT, 'refuse');

  function parseEvent(request: FastifyRequest): ProviderEvent {
    const { body, headers } = request;
    const signature = headers['stripe-signature'];
    try {
      return cards.constructEvent(
        Buffer.isBuffer(body) ? body : Buffer.alloc(0),
        Array.isArray(signature) ? undefined : signature,
      );
    } catch (error) {
      // Without an id: whoever sent it could have written anything.
      if (mayLogRefusal(getClientAddress(request)) === 0) {
        log.warn({ outcome: 'refused', reason: (error as Error).message }, MESSAGE);
      }
      throw error;
    }
  }

  /** Queues the settlement, unless the event is about no payment or was accepted before. */
  function accept({ id, type, intentId }: ProviderEvent): Promise<'accepted' | 'duplicate' | 'ignored'> {
    return db.transaction().execute(async (trx) => {
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('stripe_events')
        .values({ id, type })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      if (!numInsertedOrUpdatedRows) return 'duplicate';
      if (intentId === null) return 'ignored';
      await queue.settle(trx, intentId);
      return 'accepted';
    });
  }
}
