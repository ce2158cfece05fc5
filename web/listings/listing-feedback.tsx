import type { ListingPage } from '#contract/listings.ts';
import { ReportButton } from '../reports/report-button.tsx';
import { StillRight } from '../suggested-edits/still-right.tsx';

/** What a visitor can say about a listing to its owner and the administrator. */
export default function ListingFeedback({ listing }: { listing: ListingPage }) {
  return (
    <>
      <StillRight listing={listing} />
      <ReportButton listing={listing} />
    </>
  );
}
