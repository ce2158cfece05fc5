import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import type { AdminTaxes, TaxOrder } from '#contract/plans/taxes.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { type ApiError, send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';

const PATH = `${ADMIN_API_PREFIX}taxes`;

/** The current, coming and former sales tax. */
export const useTaxes = () => useQuery<AdminTaxes, ApiError>({ queryKey: [PATH] });

/** Changes of the sales tax. Each resolves to its failure, if any. */
export function useTaxActions() {
  const client = useQueryClient();
  const change = (title: string, path: string, body: object) =>
    toFailure(title, async () => {
      client.setQueryData([PATH], await send<AdminTaxes>('POST', path, body));
    });
  return {
    schedule: (order: TaxOrder) => change(t('Failed to save the sales tax'), PATH, order),
    withdraw: (id: number, reason: string) =>
      change(t('Failed to withdraw the sales tax'), `${PATH}/${id}/withdraw`, { reason }),
  };
}
