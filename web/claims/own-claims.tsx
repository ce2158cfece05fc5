import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import type { Claim } from '#contract/ownership/claims.ts';
import type { ApiError, Page } from '#web/base/api/api.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { LongDate } from '#web/base/ui/time.tsx';

/** The API path of the user's claims. */
const CLAIMS_PATH = '/api/user/claims';

/** The user's claims and their states. Renders nothing without claims, and nothing when they fail to load. */
export function OwnClaims() {
  const { data } = useQuery<Page<Claim>, ApiError>({ queryKey: [CLAIMS_PATH] });
  if (!data || data.items.length === 0) return null;
  return (
    <div className="mt-8">
      <h3 className="text-lg">{t('Claims')}</h3>
      <ul className="mt-3 divide-y rounded-card border bg-card px-4 sm:px-5">
        {data.items.map((claim) => (
          <li key={claim.id} className="grid gap-1.5 py-4">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <a href={`/ads/${claim.listing.id}`} className="link wrap-anywhere font-semibold">
                {claim.listing.title}
              </a>
              <ClaimBadge claim={claim} />
              <span className="text-muted text-sm">
                {rich('since {date}', { date: <LongDate at={claim.createdAt} /> })}
              </span>
            </p>
            <p className="wrap-anywhere max-w-measure text-muted">{claimStatusText(claim)}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

function ClaimBadge({ claim: { status } }: { claim: Claim }) {
  const { label, icon, tone } = CLAIM_BADGES[status];
  return (
    <Badge tone={tone}>
      <Icon name={icon} />
      {label}
    </Badge>
  );
}

const CLAIM_BADGES: Record<
  Claim['status'],
  { label: string; icon: string; tone: Parameters<typeof Badge>[0]['tone'] }
> = {
  mailed: { label: t('Link sent'), icon: 'mail', tone: 'info' },
  waiting: { label: t('In review'), icon: 'clock', tone: 'info' },
  approved: { label: t('Approved'), icon: 'circle-check', tone: 'success' },
  declined: { label: t('Declined'), icon: 'circle-x', tone: 'danger' },
  'taken-back': { label: t('Taken back'), icon: 'circle-x', tone: 'danger' },
};

function claimStatusText({ status, email, reason }: Claim): string {
  switch (status) {
    case 'mailed':
      return t('Open the link we emailed to {email} to verify that the business is yours.', { email: email ?? '' });
    case 'waiting':
      return t('We’ll review it and email you.');
    case 'approved':
      return t('It’s now one of your listings.');
    case 'taken-back':
      return t('It’s no longer yours: {reason}', { reason: reason ?? '' });
    case 'declined':
      return reason ? t('We declined it: {reason}', { reason }) : t('We declined it.');
  }
}
