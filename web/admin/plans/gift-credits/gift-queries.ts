import { useQueryClient } from '@tanstack/react-query';
import type { WithBlock } from '#contract/admin/decisions.ts';
import { t } from '#contract/i18n/t.ts';
import type { GiftCredit, GiftForm } from '#contract/plans/gift-credits.ts';
import { invalidateAdminQueries } from '#web/admin/admin-actions.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { useCursorPages } from '#web/base/api/use-cursor-pages.ts';

const PATH = `${ADMIN_API_PREFIX}gift-credits`;
const PAGE_SIZE = 20;

/** The credits that the staff gave, newest first. */
export const useGiftCredits = () => useCursorPages<WithBlock<GiftCredit>>(`${PATH}?limit=${PAGE_SIZE}`, PAGE_SIZE);

/** Gives credits, and takes one back. Each resolves to its failure, if any. */
export function useGiftActions() {
  const client = useQueryClient();
  const change = async (title: string, path: string, body: object) => {
    const failure = await toFailure(title, () => send('POST', path, body));
    // Also after a failure, because it may mean that the list is out of date.
    invalidateAdminQueries(client);
    return failure;
  };
  return {
    give: (form: GiftForm) => change(t('Failed to give the credits'), PATH, form),
    takeBack: (id: number, reason: string) =>
      change(t('Failed to take the credit back'), `${PATH}/${id}/take-back`, { reason }),
  };
}
