import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { Listing } from '#contract/listings.ts';
import type { Page } from '#web/base/api/api.ts';
import { read } from '#web/base/api/query-options.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { searchPath } from '#web/base/search-box/search-params.ts';
import { srOnly } from '#web/base/ui/sr-only.tsx';

/**
 * How many branches of a chain a list has: opens the others below the row of the first one. Without JavaScript it leads to their search.
 * @param isNearby whether they are results of a search, and not of a whole county or category
 */
export default function Branches({
  listing: { id, businessName, city, zipCode, branches, branchesPath = '' },
  isNearby,
  renderRows,
}: {
  listing: Listing;
  isNearby: boolean;
  renderRows: (listings: Listing[]) => ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const search = { q: businessName, near: city.slug ?? zipCode };
  const { data } = useQuery({
    ...read<Page<Listing>>(branchesPath),
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
        {isNearby
          ? rich('<hidden>{business}: </hidden>{count} nearby', {
              hidden: srOnly,
              business: businessName,
              count: branches,
            })
          : rich('<hidden>{business}: </hidden>{count} locations', {
              hidden: srOnly,
              business: businessName,
              count: branches,
            })}
      </a>
      {isOpen && others && (
        <>
          {renderRows(others)}
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
