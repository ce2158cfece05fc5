import { lazy, Suspense } from 'react';
import type { ListingPage } from '#contract/listings.ts';
import { ReportButton } from '../../reports/report-button.tsx';
import { StillRight } from '../../reports/suggested-edits/still-right.tsx';
import { useUser } from '../../session/user.ts';

const MissingSections = lazy(() => import('./missing-sections.tsx'));

/** What a visitor can say about a listing to its owner and the administrator, and what its owner can add to it. */
export default function ListingFeedback({ listing }: { listing: ListingPage }) {
  const { user } = useUser();
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <StillRight listing={listing} />
        <ReportButton listing={listing} />
      </div>
      {user && !listing.unclaimed && (
        <Suspense>
          <MissingSections listing={listing} />
        </Suspense>
      )}
    </>
  );
}
