import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import type { AdminPlans, PriceOrder } from '#contract/plans/plan-prices.ts';
import { type ApiError, send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';

const PATH = '/api/admin/plans';

/** Every plan with its current, coming and former prices. */
export const usePlanPrices = () => useQuery<AdminPlans, ApiError>({ queryKey: [PATH] });

/** Changes of prices. Each resolves to its failure, if any; pages that show prices are read again. */
export function usePriceActions() {
  const client = useQueryClient();
  const change = (title: string, path: string, body: object) =>
    toFailure(title, async () => {
      client.setQueryData([PATH], await send<AdminPlans>('POST', path, body));
      await client.invalidateQueries({ queryKey: ['/api/plans'] });
    });
  return {
    schedule: (plan: string, order: PriceOrder) =>
      change(t('Failed to save the price'), `${PATH}/${plan}/prices`, order),
    withdraw: (id: number, reason: string) =>
      change(t('Failed to withdraw the price'), `${PATH}/prices/${id}/withdraw`, { reason }),
  };
}
