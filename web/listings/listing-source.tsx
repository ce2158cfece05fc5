import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ListingPage } from '#contract/listings.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { ClaimButton } from '#web/claims/claim-button.tsx';

/** States the source of an unclaimed or sample listing, and offers to claim an unclaimed one. */
export function ListingSource({ listing }: { listing: ListingPage }) {
  if (listing.sample) {
    return (
      <Note title={t('Sample')}>
        {t(
          'This isn’t a real business. It shows what a paid listing looks like. Its photos, phone number and address are made up.',
        )}
      </Note>
    );
  }
  if (!listing.unclaimed) return null;
  const [source] = listing.sources;
  return (
    <Note title={t('Unclaimed listing')} action={<ClaimButton listing={listing} />}>
      {source
        ? t('This information comes from open data ({source}). The business hasn’t confirmed it.', {
            source: source.title,
          })
        : t('This information comes from open data. The business hasn’t confirmed it.')}
    </Note>
  );
}

function Note({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="mt-6 flex max-w-measure gap-3 rounded-card bg-pacific-wash p-4">
      <Icon name="info" className="mt-0.5 size-5 shrink-0 text-pacific" />
      <div>
        <p>
          <strong className="font-semibold">{title}.</strong> {children}
        </p>
        {action && <div className="mt-3">{action}</div>}
      </div>
    </div>
  );
}
