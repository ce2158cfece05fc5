import { useState } from 'react';
import type { AdBooking } from '#contract/advertising/ad-bookings.ts';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { AdDialog } from './ad-dialog.tsx';
import { AdGroup } from './ad-group.tsx';
import { useBookings } from './ad-queries.ts';
import { EndAdDialog } from './end-ad-dialog.tsx';
import { ReportDialog } from './report-dialog.tsx';
import { BOOKING_STATES } from './slot-labels.ts';

/** The booked ads by their state, with dialogs to add, edit and end one, and to see it with its numbers. */
export function Ads() {
  const { data, error, refetch } = useBookings();
  const [opened, setOpened] = useState<{ dialog: 'edit' | 'end' | 'report'; ad: AdBooking | null }>();
  const close = () => setOpened(undefined);
  if (error && !data)
    return (
      <div role="alert">
        <EmptyState
          title={t('Failed to fetch the ads')}
          action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}
        >
          {error.message}
        </EmptyState>
      </div>
    );
  const { dialog, ad } = opened ?? {};
  return (
    <>
      <div className="mb-6 flex flex-wrap items-start justify-between gap-4">
        <p className="max-w-measure text-muted">
          {t(
            'What advertisers booked in the spaces for ads, and paid you elsewhere. A space that nobody booked shows our own ads, or those of other companies after consent.',
          )}
        </p>
        <Button onClick={() => setOpened({ dialog: 'edit', ad: null })}>
          <Icon name="plus" />
          {t('Add ad')}
        </Button>
      </div>
      {data ? (
        <div className="grid gap-8">
          {(Object.keys(BOOKING_STATES) as AdBooking['state'][]).map((state) => (
            <AdGroup
              key={state}
              state={state}
              ads={data.bookings.filter((booking) => booking.state === state)}
              onOpen={(action, booking) => setOpened({ dialog: action, ad: booking })}
            />
          ))}
        </div>
      ) : (
        <SkeletonGroup label={t('Loading the ads…')} className="grid gap-3">
          {['running', 'planned', 'ended'].map((state) => (
            <Skeleton key={state} className="h-24" />
          ))}
        </SkeletonGroup>
      )}
      {dialog === 'edit' && <AdDialog ad={ad ?? null} onClose={close} />}
      {dialog === 'end' && ad && <EndAdDialog ad={ad} onClose={close} />}
      {dialog === 'report' && ad && <ReportDialog ad={ad} onClose={close} />}
    </>
  );
}
