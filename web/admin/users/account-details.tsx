import { useQuery } from '@tanstack/react-query';
import type { AdminAccount, AdminUser } from '#contract/admin/users.ts';
import { t } from '#contract/i18n/t.ts';
import { formatDollars } from '#contract/plans/plans.ts';
import { ResetForm } from '#web/accounts/second-factor/reset-form.tsx';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { EmptyCell, OptionalDateTime } from '#web/admin/date-time.tsx';
import { FACTS_CLASS, Fact } from '#web/admin/fact.tsx';
import { ListingName } from '#web/admin/listing-name.tsx';
import { GiveLink } from '#web/admin/plans/gift-credits/give-link.tsx';
import type { ApiError } from '#web/base/api/api.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { DateTime } from '#web/base/ui/time.tsx';
import { LEVEL_NAMES } from '#web/owner-listings/status.ts';
import { PaymentBadge } from '#web/payments/history/payment-badge.tsx';

/** A dialog with everything about an account: how to reach it, its listings and its payments. */
export function AccountDetails({
  user,
  onClose,
}: {
  /** Null while the dialog is closed. */
  user: AdminUser | null;
  onClose: () => void;
}) {
  return (
    <Dialog open={user !== null} onClose={onClose} title={user?.username ?? ''}>
      {user && <Account id={user.id} />}
    </Dialog>
  );
}

function Account({ id }: { id: number }) {
  const { data, error, refetch } = useQuery<AdminAccount, ApiError>({
    queryKey: [`${ADMIN_API_PREFIX}users/${id}`],
    staleTime: 0,
  });
  if (error)
    return (
      <div role="alert">
        <EmptyState
          title={t('Failed to fetch the account')}
          action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}
        >
          {error.message}
        </EmptyState>
      </div>
    );
  if (!data) return <Spinner label={t('Loading the account…')} className="min-h-80" />;
  return (
    <div className="grid gap-6">
      <Profile account={data} />
      {data.hasSecondFactor && <ResetForm accountPath={`${ADMIN_API_PREFIX}users/${id}`} />}
      <Listings {...data.listings} />
      {data.payments && <Payments payments={data.payments} />}
      <GiveLink username={data.username} />
    </div>
  );
}

function Profile({ account }: { account: AdminAccount }) {
  const { id, email, pendingEmail, isEmailConfirmed, businessName, suspendedAt, suspensionReason } = account;
  return (
    <dl className={FACTS_CLASS}>
      <Fact name={t('ID')}>{id}</Fact>
      <Fact name={t('Email')}>
        {email ? (
          <>
            <a href={`mailto:${email}`} className="link wrap-anywhere">
              {email}
            </a>{' '}
            {!isEmailConfirmed && <Badge>{t('Not confirmed')}</Badge>}
          </>
        ) : (
          <EmptyCell />
        )}
        {pendingEmail && (
          <span className="block wrap-anywhere text-muted">
            {t('Wants to change to {email}', { email: pendingEmail })}
          </span>
        )}
      </Fact>
      <Fact name={t('Business')}>{businessName ?? <EmptyCell />}</Fact>
      <Fact name={t('Registered')}>
        <DateTime at={account.createdAt} />
      </Fact>
      <Fact name={t('Last sign-in')}>
        <OptionalDateTime at={account.signedInAt} />
      </Fact>
      <Fact name={t('Sessions')}>{account.sessions}</Fact>
      {suspendedAt && (
        <Fact name={t('Suspended', null, 'account')}>
          <DateTime at={suspendedAt} />
          <span className="block text-muted">{suspensionReason}</span>
        </Fact>
      )}
    </dl>
  );
}

function Listings({ total, newest }: AdminAccount['listings']) {
  return (
    <section>
      <h3 className="text-lg">{t('Listings ({count, number})', { count: total })}</h3>
      {newest.length === 0 ? (
        <p className="mt-2 text-muted">{t('This account has no listings.')}</p>
      ) : (
        <ul className="mt-2 grid gap-3">
          {newest.map((listing) => (
            <li key={listing.id}>
              <ListingName listing={listing}>
                #{listing.id} · {LEVEL_NAMES[listing.level]} · {listing.city}
                {listing.expiresAt && <> · {rich('until {date}', { date: <DateTime at={listing.expiresAt} /> })}</>}
              </ListingName>
            </li>
          ))}
        </ul>
      )}
      {total > newest.length && (
        <p className="mt-2 text-muted text-sm">{t('These are the newest {count}.', { count: newest.length })}</p>
      )}
    </section>
  );
}

function Payments({ payments }: { payments: NonNullable<AdminAccount['payments']> }) {
  return (
    <section>
      <h3 className="text-lg">{t('Payments')}</h3>
      {payments.length === 0 ? (
        <p className="mt-2 text-muted">{t('This account has paid nothing.')}</p>
      ) : (
        <ul className="mt-2 grid gap-3">
          {payments.map((payment) => (
            <li key={payment.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-semibold tabular-nums">{formatDollars(payment.amountCents)}</span>
              {payment.planName}
              <PaymentBadge payment={payment} />
              <span className="text-muted text-sm">
                <DateTime at={payment.paidAt ?? payment.createdAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
