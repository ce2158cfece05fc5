import { useQuery } from '@tanstack/react-query';
import type { AdminAccount } from '#contract/admin/users.ts';
import { t } from '#contract/i18n/t.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import type { ApiError } from '#web/base/api/api.ts';
import { LEVEL_NAMES } from '#web/owner-listings/status.ts';

/** What becomes of the paid plans of an account that is suspended, if one runs. */
export function PaidPlans({ userId }: { userId: number }) {
  const { data } = useQuery<AdminAccount, ApiError>({ queryKey: [`${ADMIN_API_PREFIX}users/${userId}`], staleTime: 0 });
  const paid = data?.listings.newest.filter(({ level }) => level !== 'free') ?? [];
  if (paid.length === 0) return null;
  return (
    <span className="mt-3 block">
      {t(
        '{count, plural, one {A paid plan runs} other {Paid plans run}}: {listings}. Paid time goes on while the listing is hidden, and isn’t extended. Nothing is refunded by itself, and nothing renews automatically meanwhile.',
        {
          count: paid.length,
          listings: paid.map(({ title, level }) => `${title} (${LEVEL_NAMES[level]})`).join(', '),
        },
      )}
    </span>
  );
}
