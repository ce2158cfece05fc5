import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { ListingPage } from '#contract/listings.ts';
import { useUser } from '../session/user.ts';
import { Button } from '../ui/button.tsx';

const ClaimDialog = lazy(() => import('./claim-dialog.tsx'));

/**
 * The way for its business to take a listing over. Whether the dialog was asked for stands in the address as `?claim=1`,
 * so that it is still asked for after signing in.
 */
export function ClaimButton({ listing }: { listing: ListingPage }) {
  const { user } = useUser();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const isOpen = search.has('claim');
  // Only then is the dialog loaded; it stays to be closed.
  const [wasOpened, setWasOpened] = useState(false);
  if (isOpen && !wasOpened) setWasOpened(true);
  const signIn = `/auth?next=${encodeURIComponent(`/ads/${listing.id}?claim=1`)}`;
  const ask = (claim: Record<string, string>) => setSearch(claim, { replace: true, preventScrollReset: true });

  useEffect(() => {
    if (isOpen && user === null) void navigate(signIn, { replace: true });
  }, [isOpen, user, navigate, signIn]);

  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => (user === null ? navigate(signIn) : ask({ claim: '1' }))}>
        Is this your business?
      </Button>
      {user && wasOpened && (
        <Suspense>
          <ClaimDialog listing={listing} open={isOpen} onClose={() => ask({})} />
        </Suspense>
      )}
    </>
  );
}
