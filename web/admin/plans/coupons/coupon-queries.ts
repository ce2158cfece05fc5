import { useQueryClient } from '@tanstack/react-query';
import type { WithBlock } from '#contract/admin/decisions.ts';
import { t } from '#contract/i18n/t.ts';
import type { Coupon, CouponForm } from '#contract/plans/coupons.ts';
import { invalidateAdminQueries } from '#web/admin/admin-actions.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { useCursorPages } from '#web/base/api/use-cursor-pages.ts';

const PATH = `${ADMIN_API_PREFIX}coupons`;
const PAGE_SIZE = 20;

/** The coupons, newest first. */
export const useCoupons = () => useCursorPages<WithBlock<Coupon>>(`${PATH}?limit=${PAGE_SIZE}`, PAGE_SIZE);

/** Changes of coupons. Each resolves to its failure, if any. */
export function useCouponActions() {
  const client = useQueryClient();
  const change = async (title: string, mutation: () => Promise<unknown>) => {
    const failure = await toFailure(title, mutation);
    // Also after a failure, because it may mean that the list is out of date.
    invalidateAdminQueries(client);
    return failure;
  };
  return {
    create: (form: CouponForm) => change(t('Failed to create the coupon'), () => send('POST', PATH, form)),
    edit: ({ id, version }: Coupon, form: CouponForm) =>
      change(t('Failed to save the coupon'), () => send('PUT', `${PATH}/${id}`, { ...form, version })),
    end: ({ id, version }: Coupon, reason: string) =>
      change(t('Failed to end the coupon'), () => send('POST', `${PATH}/${id}/end`, { reason, version })),
  };
}
