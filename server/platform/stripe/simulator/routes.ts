import { translateDefined } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import type { Api } from '#server/platform/http/api.ts';
import type { Simulator } from './simulator.ts';

const params = z.object({ id: z.string().max(255) });
const clientSecret = z.string().max(255);
const confirmSchema = z.object({
  clientSecret,
  card: z.object({
    number: z.string().max(30),
    expMonth: z.number().int().min(0).max(99),
    expYear: z.number().int().min(0).max(9999),
    cvc: z.string().max(8),
    name: z.string().max(200).optional(),
  }),
});
const authenticateSchema = z.object({ clientSecret, agreed: z.boolean() });

/** Replaces the requests of Stripe's browser script; only registered where payments are simulated. */
export function simulatorRoutes(api: Api, simulator: Simulator) {
  api.post(
    '/simulated-stripe/payment_intents/:id/confirm',
    { schema: { hide: true, params, body: confirmSchema } },
    async (request, reply) => {
      const { status, body } = await simulator.confirm(request.params.id, request.body.clientSecret, request.body.card);
      return reply.code(status).header('cache-control', 'private, no-store').send(translateError(body));
    },
  );

  api.post(
    '/simulated-stripe/payment_intents/:id/authenticate',
    { schema: { hide: true, params, body: authenticateSchema } },
    async (request, reply) => {
      const { clientSecret, agreed } = request.body;
      const { status, body } = await simulator.authenticate(request.params.id, clientSecret, agreed);
      return reply.code(status).header('cache-control', 'private, no-store').send(translateError(body));
    },
  );
}

/** Stripe's script says why a card was refused in the language of the page. */
function translateError(body: object): object {
  const { error } = body as { error?: { message: string } };
  return error ? { ...body, error: { ...error, message: translateDefined(error.message) } } : body;
}
