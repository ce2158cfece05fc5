import { messageResponseSchema } from '#contract/accounts.ts';
import { apiErrorSchema } from '#contract/api.ts';
import type { Api } from '../http/api.ts';
import type { PaymentDeps } from './payment-deps.ts';

const MAX_BYTES = 1_000_000;

/**
 * `POST /api/webhooks/stripe`: events of the provider (https://docs.stripe.com/webhooks). An event only queues the settlement of its
 * payment, which a job does after the response; a repeated event is ignored.
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
        const signature = request.headers['stripe-signature'];
        const event = parseEvent(request.body, Array.isArray(signature) ? undefined : signature);
        await db.transaction().execute(async (trx) => {
          const { numInsertedOrUpdatedRows } = await trx
            .insertInto('stripe_events')
            .values({ id: event.id, type: event.type })
            .onConflict((conflict) => conflict.doNothing())
            .executeTakeFirstOrThrow();
          if (numInsertedOrUpdatedRows && event.intentId !== null) await queue.settle(trx, event.intentId);
        });
        return { message: 'Thank you.' };
      },
    );
  });

  function parseEvent(body: unknown, signature: string | undefined) {
    try {
      return cards.constructEvent(Buffer.isBuffer(body) ? body : Buffer.alloc(0), signature);
    } catch (error) {
      log.warn({ err: error }, 'an event was refused');
      throw error;
    }
  }
}
