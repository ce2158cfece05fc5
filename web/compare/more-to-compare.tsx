import { useQuery } from '@tanstack/react-query';
import { comparePath, MAX_COMPARED } from '#contract/compare/compared-ids.ts';
import { t } from '#contract/i18n/t.ts';
import type { Listing } from '#contract/listings.ts';
import type { ApiError, Page } from '#web/base/api/api.ts';
import { toLang } from '#web/base/i18n/language.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { useSavedIds } from '#web/saved/use-saved-ids.ts';

const MAX_SAVED = 8;

/** Links that add a listing to the comparison: from the saved ones, and of those that are similar to the compared ones. */
export function MoreToCompare({ ids, near, similar }: { ids: number[]; near: string; similar: Listing[] }) {
  const savedIds = useSavedIds()?.slice(0, MAX_SAVED) ?? [];
  const saved = useQuery<Page<Listing>, ApiError>({
    queryKey: [`/api/ads?ids=${savedIds}`],
    enabled: savedIds.length > 0,
  });
  return (
    <div className="no-print">
      {[
        { title: t('Add a saved listing'), listings: saved.data?.items.filter(({ id }) => !ids.includes(id)) ?? [] },
        { title: t('Add a similar one nearby'), listings: similar },
      ].map(
        ({ title, listings }) =>
          listings.length > 0 && (
            <Section key={title} title={title} lead={t('You can compare up to {max}.', { max: MAX_COMPARED })}>
              <ul className="flex flex-wrap gap-2">
                {listings.map((listing) => (
                  <li key={listing.id} className="min-w-0">
                    <a href={comparePath([...ids, listing.id], near)} className="chip">
                      <Icon name="plus" />
                      <span className="typed">
                        <span lang={toLang(listing.titleLanguage)}>{listing.title}</span>
                        {listing.address && <span className="text-muted"> · {listing.address}</span>}
                      </span>
                    </a>
                  </li>
                ))}
              </ul>
            </Section>
          ),
      )}
    </div>
  );
}
