import { lazy, Suspense } from 'react';
import type { ListingPage } from '#contract/listings.ts';
import { useUser } from '#web/base/session/user.ts';
import { JoinRequest } from '#web/conversations/join-request.tsx';
import { ReportButton } from '#web/reports/report-button.tsx';
import { StillRight } from '#web/reports/suggested-edits/still-right.tsx';

const MissingSections = lazy(() => import('./missing-sections.tsx'));

/** What a visitor can say about a listing to its owner and the administrator, and what its owner can add to it. */
export default function ListingFeedback({ listing }: { listing: ListingPage }) {
  const { user } = useUser();
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <StillRight listing={listing} />
        <ReportButton listing={listing} />
        {listing.unclaimed && <JoinRequest id={listing.id} />}
      </div>
      {user && !listing.unclaimed && (
        <Suspense>
          <MissingSections listing={listing} />
        </Suspense>
      )}
    </>
  );
}
