import { useEffect, useRef, useState } from 'react';
import { Metadata } from '../layout/metadata.tsx';
import { AdRowSkeletons } from '../listings/ad-row.tsx';
import { useUser } from '../session/user.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Container } from '../ui/container.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useSaved } from './saved.ts';
import { SavedStretch } from './saved-stretch.tsx';

const ROWS = 50;

/** `/saved`: the listings that this browser or the account has kept. As the server sends it, none is known yet. */
export function SavedPage() {
  const { user } = useUser();
  const saved = useSaved();
  const heading = useFocusKept(saved?.length);
  return (
    <Container className="py-8 md:py-12">
      <Metadata title="Saved listings" description="The listings that you have saved." path="/saved" noindex />
      <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none sm:text-3xl">
        Saved listings
      </h1>
      <p className="mt-2 min-h-[3lh] max-w-measure text-muted sm:min-h-[2lh]">
        {user ? (
          <>
            They are kept in your account, and leave this browser when you sign out. Your{' '}
            <a href="/account#searches" className="link">
              saved searches
            </a>{' '}
            are there too.
          </>
        ) : (
          <>
            They are kept in this browser.{' '}
            <a href="/auth?next=/saved" className="link">
              Sign in
            </a>{' '}
            to have them everywhere: they move to your account.
          </>
        )}
      </p>
      <noscript>
        <p className="mt-6">Saving listings needs JavaScript.</p>
      </noscript>
      <div className="mt-4 min-h-[70dvh] noscript:hidden">
        {saved ? <SavedList ids={saved} /> : <AdRowSkeletons count={3} />}
      </div>
    </Container>
  );
}

function SavedList({ ids }: { ids: readonly number[] }) {
  const [shown, setShown] = useState(ROWS);
  if (ids.length === 0) return <NoneYet />;
  const stretches = Array.from({ length: Math.ceil(Math.min(shown, ids.length) / ROWS) }, (_, nth) =>
    ids.slice(nth * ROWS, (nth + 1) * ROWS),
  );
  return (
    <>
      <h2 className="sr-only">All that you saved</h2>
      <p role="status" className="mb-4 text-muted tabular-nums">
        {ids.length} {ids.length === 1 ? 'listing' : 'listings'}, the last saved first
      </p>
      {stretches.map((stretch, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stretch is its place in the list.
        <SavedStretch key={nth} ids={stretch} />
      ))}
      {shown < ids.length && (
        <div className="mt-6 text-center">
          <Button variant="secondary" onClick={() => setShown(shown + ROWS)}>
            Show more
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
      title="Nothing saved yet"
      action={
        <>
          <a href="/search" className={buttonClass()}>
            Search the directory
          </a>
          <a href="/browse" className={buttonClass({ variant: 'secondary' })}>
            Browse ads
          </a>
        </>
      }
    >
      Press the heart of a listing, and it waits for you here.
    </EmptyState>
  );
}

/** What is removed takes its button along: the focus then goes on at the heading, which the ref is for. */
function useFocusKept(count: number | undefined) {
  const heading = useRef<HTMLHeadingElement>(null);
  const had = useRef(count);
  useEffect(() => {
    const isFewer = count !== undefined && had.current !== undefined && count < had.current;
    had.current = count;
    if (isFewer && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [count]);
  return heading;
}
