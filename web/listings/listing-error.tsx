import { t } from '#contract/i18n/t.ts';
import { PageError } from '#web/base/layout/page-error.tsx';

/**
 * The error boundary of the pages of a listing: listing not found, or loading failed.
 * @param isPublic see `NotFoundText`
 */
export function ListingError({ isPublic }: { isPublic?: boolean }) {
  return (
    <PageError
      notFoundText={{
        title: t('Ad Not Found'),
        text: t("The ad you're looking for doesn't exist or has been removed."),
        isPublic,
      }}
    />
  );
}

/** The same for its public page, where an owner may look for a listing that only visitors do not see. */
export const PublicListingError = () => <ListingError isPublic />;
