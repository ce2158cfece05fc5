import type { ListingPage } from '#contract/listings.ts';
import { ReportButton } from '../../reports/report-button.tsx';
import { StillRight } from '../../reports/suggested-edits/still-right.tsx';

/** What a visitor can say about a listing to its owner and the administrator. */
export default function ListingFeedback({ listing }: { listing: ListingPage }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <StillRight listing={listing} />
      <ReportButton listing={listing} />
    </div>
  );
}
