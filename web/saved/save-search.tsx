import { lazy, Suspense, useEffect, useState } from 'react';
import type { SearchParams } from '../search/search-params.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

const SaveSearchDialog = lazy(() => import('./save-search-dialog.tsx'));

/** What the address of a search ends in for who went to sign in to save it, and comes back. */
export const SAVE_HASH = '#save';

/** The way to be mailed what is new in a search. */
export function SaveSearch({ search }: { search: SearchParams }) {
  // Undefined until it is asked for: only then is the dialog loaded.
  const [open, setOpen] = useState<boolean>();
  useEffect(() => {
    if (location.hash !== SAVE_HASH) return;
    history.replaceState(history.state, '', location.pathname + location.search);
    setOpen(true);
  }, []);
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)} className="shrink-0">
        <Icon name="bell" />
        <span>
          Save<span className="max-sm:sr-only"> this search</span>
        </span>
      </Button>
      {open !== undefined && (
        <Suspense>
          <SaveSearchDialog search={search} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
