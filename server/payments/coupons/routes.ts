import { withBlock } from '#contract/admin/decisions.ts';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import {
  couponEditSchema,
  couponEndSchema,
  couponFormSchema,
  couponSchema,
  couponsQuerySchema,
} from '#contract/plans/coupons.ts';
import { z } from '#contract/zod.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import type { Api } from '#server/platform/http/api.ts';
import { setNextLink } from '#server/platform/http/cursor.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import { requirePermission, requireStepUp } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { withBlocks } from '#server/staff/decisions.ts';
import { changeCoupon, createCoupon, endCoupon } from './coupons.ts';
import { findCoupon, listCoupons } from './list-coupons.ts';

const onRequest = requirePermission('payments');
const tags = ['Administration'];
const errorResponses = { 400: apiErrorSchema, 401: apiErrorSchema, 403: apiErrorSchema };
const change = {
  tags,
  response: { 200: couponSchema, ...errorResponses, 404: apiErrorSchema, 409: apiErrorSchema },
};
const params = z.object({ id: idSchema });

/** Lists, creates, changes and ends coupons. */
export function couponRoutes(api: Api, { db, cards }: Pick<PaymentDeps, 'db' | 'cards'>) {
  const find = async (id: number) => {
    const coupon = await findCoupon(db, cards.mode, id);
    if (!coupon) throw new NotFound(t('Coupon not found.'));
    return coupon;
  };

  api.get(
    '/api/admin/coupons',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List the coupons with their uses, newest first',
        querystring: couponsQuerySchema,
        response: { 200: z.array(withBlock(couponSchema)), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { coupons, cursor } = await listCoupons(db, cards.mode, request.query);
      setNextLink(reply, cursor);
      const { accountId: by } = requireUser(request);
      return withBlocks(db, { kind: 'coupon-ended', by }, coupons, ({ id }) => ({ ref: id }));
    },
  );

  api.post(
    '/api/admin/coupons',
    {
      onRequest: [onRequest, requireStepUp],
      schema: { ...change, summary: 'Create a coupon', body: couponFormSchema },
    },
    async (request) => find(await createCoupon(db, request.body, requireUser(request).accountId)),
  );

  api.put(
    '/api/admin/coupons/:id',
    {
      onRequest: [onRequest, requireStepUp],
      schema: { ...change, summary: 'Change a coupon before its first use', params, body: couponEditSchema },
    },
    async (request) => {
      await changeCoupon(db, request.params.id, request.body, requireUser(request).accountId);
      return find(request.params.id);
    },
  );

  api.post(
    '/api/admin/coupons/:id/end',
    {
      onRequest: [onRequest, requireStepUp],
      schema: { ...change, summary: 'End a coupon now', params, body: couponEndSchema },
    },
    async (request) => {
      await endCoupon(db, request.params.id, { ...request.body, by: requireUser(request).accountId });
      return find(request.params.id);
    },
  );
}
