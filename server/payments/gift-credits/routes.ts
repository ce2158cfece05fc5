import { messageResponseSchema } from '#contract/accounts.ts';
import { withBlock } from '#contract/admin/decisions.ts';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import {
  featureFormSchema,
  type GiftCredit,
  giftCreditSchema,
  giftCreditsQuerySchema,
  giftFormSchema,
} from '#contract/plans/gift-credits.ts';
import { moneyReasonBodySchema } from '#contract/plans/plan-prices.ts';
import { z } from '#contract/zod.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import type { Api } from '#server/platform/http/api.ts';
import { setNextLink } from '#server/platform/http/cursor.ts';
import { requirePermission, requireStepUp } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { withBlocks } from '#server/staff/decisions.ts';
import { featureUnclaimed } from './feature-unclaimed.ts';
import { giveCredits, revokeCredit } from './gift-credits.ts';
import { listGiftCredits } from './list-gift-credits.ts';

const onRequest = requirePermission('payments');
const tags = ['Administration'];
const errorResponses = { 400: apiErrorSchema, 401: apiErrorSchema, 403: apiErrorSchema };
const response = { 200: messageResponseSchema, ...errorResponses, 404: apiErrorSchema, 409: apiErrorSchema };

/** Lists, gives and takes back gift credits. */
export function giftCreditRoutes(api: Api, deps: PaymentDeps) {
  const { db, cards } = deps;

  api.get(
    '/api/admin/gift-credits',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List the credits that the staff gave, newest first',
        querystring: giftCreditsQuerySchema,
        response: { 200: z.array(withBlock(giftCreditSchema)), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { credits, cursor } = await listGiftCredits(db, cards.mode, request.query);
      setNextLink(reply, cursor);
      const { accountId: by } = requireUser(request);
      const toCase = ({ id, account }: GiftCredit) => ({ ref: id, accounts: [account.id] });
      return withBlocks(db, { kind: 'credit-taken-back', by }, credits, toCase);
    },
  );

  api.post(
    '/api/admin/gift-credits',
    {
      onRequest: [onRequest, requireStepUp],
      schema: { tags, summary: 'Give an account credits', body: giftFormSchema, response },
    },
    async (request) => {
      await giveCredits(deps, request.body, requireUser(request).accountId);
      return { message: t('Credits given') };
    },
  );

  api.post(
    '/api/admin/ads/:id/feature',
    {
      onRequest: [onRequest, requireStepUp],
      schema: {
        tags,
        summary: 'Feature a listing without an owner for the term of a plan, as a gift',
        params: z.object({ id: idSchema }),
        body: featureFormSchema,
        response,
      },
    },
    async (request) => {
      await featureUnclaimed(deps, { ...request.params, ...request.body, by: requireUser(request).accountId });
      return { message: t('The listing is featured.') };
    },
  );

  api.post(
    '/api/admin/gift-credits/:id/take-back',
    {
      onRequest: [onRequest, requireStepUp],
      schema: {
        tags,
        summary: 'Take an unused gift credit back',
        params: z.object({ id: idSchema }),
        body: moneyReasonBodySchema,
        response,
      },
    },
    async (request) => {
      await revokeCredit(deps, { ...request.params, ...request.body, by: requireUser(request).accountId });
      return { message: t('Credit taken back') };
    },
  );
}
