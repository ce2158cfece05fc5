import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { OwnerListing } from '#contract/owner-listings.ts';
import { ownListingsQuery } from '#web/base/session/own-listing-queries.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { Tabs } from '#web/base/ui/tabs.tsx';
import { getDisplayStatus } from '#web/owner-listings/status.ts';
import { BadgeKit } from './badge-kit.tsx';
import { CardKit } from './card-kit.tsx';
import { Choice } from './kit-options.tsx';
import { QrKit } from './qr-kit.tsx';

/** What the owner can put on another site or print, for each live listing: its card, its badge and its QR code. */
export default function OnYourSite() {
  const { data, error, refetch } = useQuery(ownListingsQuery);
  const [chosen, setChosen] = useState<number>();
  if (!data && error)
    return (
      <div role="alert" className="grid justify-items-start gap-3">
        <p>{t('We couldn’t load your listings.')}</p>
        <Button variant="secondary" size="sm" onClick={() => refetch()}>
          {t('Try again')}
        </Button>
      </div>
    );
  if (!data)
    return (
      <SkeletonGroup label={t('Loading…')}>
        <Skeleton className="h-96" />
      </SkeletonGroup>
    );
  const live = data.items.filter((listing) => getDisplayStatus(listing) === 'live');
  const listing = live.find(({ id }) => id === chosen) ?? live[0];
  if (!listing)
    return <p className="text-muted">{t('When a listing is live, its card, badge and QR code are here.')}</p>;
  return (
    <>
      {live.length > 1 && (
        <Choice
          label={t('Listing to show')}
          options={Object.fromEntries(live.map((one) => [one.id, toName(one)]))}
          value={String(listing.id)}
          onChange={(id) => setChosen(Number(id))}
          className="mb-4 max-w-md"
        />
      )}
      <Tabs
        label={t('On your site')}
        tabs={[
          { value: 'card', label: t('Card'), content: <CardKit key={listing.id} listing={listing} /> },
          { value: 'badge', label: t('Badge'), content: <BadgeKit key={listing.id} listing={listing} /> },
          { value: 'qr', label: t('QR code'), content: <QrKit listing={listing} /> },
        ]}
      />
    </>
  );
}

/** With the street, because branches have one name. */
const toName = ({ title, street, city }: OwnerListing) => [title, street, city].filter(Boolean).join(', ');
