import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { Listing } from '#contract/listings.ts';
import type { Page } from '#web/base/api/api.ts';
import { read } from '#web/base/api/query-options.ts';
import type { Distance } from '#web/base/formats/distance-label.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { searchPath } from '#web/base/search-box/search-params.ts';
import { srOnly } from '#web/base/ui/sr-only.tsx';

/**
 * How many branches of a chain a list has: opens the others below the row of the first one. Without JavaScript it leads to their search.
 * Results of a search have miles, and are nearby; a list can be a whole county.
 */
export default function Branches({
  listing: { id, businessName, city, zipCode, branches, branchesPath = '', miles },
  renderRows,
}: {
  listing: Listing & Distance;
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
        {miles !== undefined
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
