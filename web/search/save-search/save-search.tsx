import { lazy, Suspense, useEffect, useState } from 'react';
import { rich } from '#web/base/i18n/rich.ts';
import type { SearchParams } from '#web/base/search-box/search-params.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { SAVE_HASH } from './save-search-hash.ts';

const SaveSearchDialog = lazy(() => import('./save-search-dialog.tsx'));

/** A button that opens the dialog to save a search and get emails about its new listings. */
export function SaveSearch({ search }: { search: SearchParams }) {
  // Undefined until the first click, which loads the dialog.
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
          {rich('Save<wide> this search</wide>', {
            wide: (text) => <span className="max-sm:sr-only">{text}</span>,
          })}
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
