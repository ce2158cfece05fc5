import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import { PageError } from '#web/base/layout/page-error.tsx';
import { useUser } from '#web/base/session/user.ts';

/**
 * The error boundary of the pages of a listing: listing not found, or loading failed.
 * @param note see `NotFoundText`
 */
export function ListingError({ note }: { note?: ReactNode }) {
  return (
    <PageError
      notFoundText={{
        title: t('Ad Not Found'),
        text: t("The ad you're looking for doesn't exist or has been removed."),
        note,
      }}
    />
  );
}

/** The same for its public page, where an owner may look for a listing that only visitors do not see. */
export function PublicListingError() {
  const { user } = useUser();
  return (
    <ListingError
      note={
        user && (
          <>
            {t('If it’s your listing, it may have expired or be paused.')}{' '}
            <a href="/account" className="link">
              {t('Check your account')}
            </a>
          </>
        )
      }
    />
  );
}
