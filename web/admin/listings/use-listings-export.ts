import { t } from '#contract/i18n/t.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { fetchFile } from '#web/base/api/fetch-file.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { saveFile } from '#web/base/ui/save-file.ts';

/** Saves listings as a CSV file: all of a filter, or those with some ids. */
export function useListingsExport() {
  const { busy, runMutation } = useRunMutation();
  return {
    isExporting: busy,
    exportListings: (query: URLSearchParams) =>
      runMutation(t('Failed to export'), async () =>
        saveFile('listings.csv', await fetchFile(`${ADMIN_API_PREFIX}ads.csv?${query}`)),
      ),
  };
}
