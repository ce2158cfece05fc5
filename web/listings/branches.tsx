import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { Listing } from '#contract/listings.ts';
import type { FoundListing } from '#contract/search.ts';
import type { Page } from '#web/base/api/api.ts';
import { withQuery } from '#web/base/api/api-path.ts';
import { read } from '#web/base/api/query-options.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { searchPath } from '#web/base/search-box/search-params.ts';
import { srOnly } from '#web/base/ui/sr-only.tsx';

/** How many branches of a chain are nearby: opens them below the row of the first one. Without JavaScript it leads to their search. */
export default function Branches({
  listing: { id, businessName, city, zipCode, branches },
  renderRows,
}: {
  listing: Listing;
  renderRows: (listings: FoundListing[], origin: string) => ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const search = { q: businessName, near: city.slug ?? zipCode };
  const { data } = useQuery({
    ...read<Page<FoundListing>>(withQuery('/api/search', { ...search, limit: 20 })),
    enabled: isOpen,
    throwOnError: false,
  });
  const others = data?.items.filter((branch) => branch.id !== id);
  return (
    <div className="branches">
      <a
        href={searchPath(search)}
        aria-expanded={isOpen}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          setIsOpen(!isOpen);
        }}
        className="chip"
      >
        {rich('<hidden>{business}: </hidden>{count} nearby', {
          hidden: srOnly,
          business: businessName,
          count: branches,
        })}
      </a>
      {isOpen && others && (
        <>
          {renderRows(others, city.name)}
          <p>
            <a href={searchPath(search)} className="link inline-flex min-h-11 items-center">
              {t('All {business} near {place}', { business: businessName, place: city.name })}
            </a>
          </p>
        </>
      )}
    </div>
  );
}
