import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import type { ListingPage } from '#contract/listings.ts';
import { useUser } from '#web/base/session/user.ts';
import { Button } from '#web/base/ui/button.tsx';

const ClaimDialog = lazy(() => import('./claim-dialog.tsx'));

/**
 * A button with which a business claims its listing. `?claim=1` in the URL opens the dialog, so that it opens again after
 * signing in.
 */
export function ClaimButton({ listing }: { listing: ListingPage }) {
  const { user } = useUser();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const isOpen = search.has('claim');
  // The dialog is loaded when first opened, and stays mounted for its closing animation.
  const [wasOpened, setWasOpened] = useState(false);
  if (isOpen && !wasOpened) setWasOpened(true);
  const signIn = `/auth?register=true&next=${encodeURIComponent(`/ads/${listing.id}?claim=1`)}`;
  const updateSearch = (params: Record<string, string>) =>
    setSearch(params, { replace: true, preventScrollReset: true });

  useEffect(() => {
    if (isOpen && user === null) void navigate(signIn, { replace: true });
  }, [isOpen, user, navigate, signIn]);

  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        onClick={() => (user === null ? navigate(signIn) : updateSearch({ claim: '1' }))}
      >
        {t('Is this your business?')}
      </Button>
      {user && wasOpened && (
        <Suspense>
          <ClaimDialog listing={listing} user={user} open={isOpen} onClose={() => updateSearch({})} />
        </Suspense>
      )}
    </>
  );
}
