import { lazy, Suspense, useEffect, useRef } from 'react';
import { t } from '#contract/i18n/t.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { useUser } from '#web/base/session/user.ts';
import { Container } from '#web/base/ui/container.tsx';
import { CompareForm } from '#web/compare/compare-form.tsx';
import { ListingRowSkeletons } from '#web/listings/listing-rows.tsx';
import { useSavedIds } from '#web/saved/use-saved-ids.ts';
import { SavedListings } from './saved-listings.tsx';

export { SavedPage as Component };

const SavedLists = lazy(() => import('#web/site/pages/saved-lists/saved-lists.tsx'));

/** `/saved`: the listings saved in this browser or account. The server renders placeholders, since it does not know them. */
function SavedPage() {
  const { user } = useUser();
  const saved = useSavedIds();
  const heading = useRestoreFocus(saved?.length);
  return (
    <Container className="py-8 md:py-12">
      <Metadata title={t('Saved listings')} description={t('Listings you’ve saved.')} path="/saved" noindex />
      <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none sm:text-3xl">
        {t('Saved listings')}
      </h1>
      <p className="mt-2 min-h-[3lh] max-w-measure text-muted sm:min-h-[2lh]">
        {user
          ? rich(
              'These are saved to your account and cleared from this browser when you sign out. Your <searches>saved searches</searches> are there too.',
              {
                searches: (text) => (
                  <a href="/account#searches" className="link">
                    {text}
                  </a>
                ),
              },
            )
          : rich(
              'These are saved in this browser. <auth>Sign in by email</auth> to share them or to open them on another device.',
              {
                auth: (text) => (
                  <a href="/auth/link?next=/saved" className="link">
                    {text}
                  </a>
                ),
              },
            )}
      </p>
      <noscript>
        <p className="mt-6">{t('You need JavaScript to save listings.')}</p>
      </noscript>
      <div className="mt-4 min-h-[70dvh] noscript:hidden">
        {saved ? (
          <Suspense fallback={<ListingRowSkeletons count={3} />}>
            {user ? (
              <SavedLists saved={saved} />
            ) : (
              <SavedListings ids={saved}>
                {saved.length > 1 && (
                  <CompareForm className="sticky top-0 z-10 mb-2 flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 bg-paper" />
                )}
              </SavedListings>
            )}
          </Suspense>
        ) : (
          <ListingRowSkeletons count={3} />
        )}
      </div>
    </Container>
  );
}

/** Returns a ref for the heading, which gets the focus when a removed item had it. */
function useRestoreFocus(count: number | undefined) {
  const heading = useRef<HTMLHeadingElement>(null);
  const previousCount = useRef(count);
  useEffect(() => {
    const isFewer = count !== undefined && previousCount.current !== undefined && count < previousCount.current;
    previousCount.current = count;
    if (isFewer && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [count]);
  return heading;
}
