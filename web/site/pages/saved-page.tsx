import { useEffect, useRef, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { useUser } from '#web/base/session/user.ts';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { CompareForm } from '#web/compare/compare-form.tsx';
import { ListingRowSkeletons } from '#web/listings/listing-rows.tsx';
import { useSavedIds } from '#web/saved/use-saved-ids.ts';
import { SavedList } from './saved-list.tsx';

export { SavedPage as Component };

const PAGE_SIZE = 50;

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
          : rich('These are saved in this browser. <auth>Continue by email</auth> to see them everywhere.', {
              auth: (text) => (
                <a href="/auth/link?next=/saved" className="link">
                  {text}
                </a>
              ),
            })}
      </p>
      <noscript>
        <p className="mt-6">{t('You need JavaScript to save listings.')}</p>
      </noscript>
      <div className="mt-4 min-h-[70dvh] noscript:hidden">
        {saved ? <SavedListings ids={saved} /> : <ListingRowSkeletons count={3} />}
      </div>
    </Container>
  );
}

function SavedListings({ ids }: { ids: readonly number[] }) {
  const [shown, setShown] = useState(PAGE_SIZE);
  if (ids.length === 0) return <NoneYet />;
  const pages = Array.from({ length: Math.ceil(Math.min(shown, ids.length) / PAGE_SIZE) }, (_, index) =>
    ids.slice(index * PAGE_SIZE, (index + 1) * PAGE_SIZE),
  );
  return (
    <>
      <h2 className="sr-only">{t('Everything you saved')}</h2>
      <p role="status" className="mb-4 text-muted tabular-nums">
        {t(
          '{count, plural, one {# listing, most recently saved first} other {# listings, most recently saved first}}',
          { count: ids.length },
        )}
      </p>
      {ids.length > 1 && (
        <CompareForm className="sticky top-0 z-10 mb-2 flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 bg-paper" />
      )}
      {pages.map((pageIds, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is identified by its index.
        <SavedList key={index} ids={pageIds} />
      ))}
      {shown < ids.length && (
        <div className="mt-6 text-center">
          <Button variant="secondary" onClick={() => setShown(shown + PAGE_SIZE)}>
            {t('Show more')}
          </Button>
        </div>
      )}
    </>
  );
}

function NoneYet() {
  return (
    <EmptyState
      as="h2"
      title={t('Nothing saved yet')}
      action={
        <>
          <a href="/search" className={buttonClass()}>
            {t('Search the directory')}
          </a>
          <a href="/browse" className={buttonClass({ variant: 'secondary' })}>
            {t('Browse Ads')}
          </a>
        </>
      }
    >
      {t('Tap the heart on a listing to save it here.')}
    </EmptyState>
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
