import { t } from '#contract/i18n/t.ts';
import type { ListPosition } from '#web/base/api/queries.ts';
import { sortedPath } from './list-position.ts';

/**
 * Links to the two orders of a list.
 * @param id the id of the list's section, which stays in view
 */
export function ListSort({ path, id, sort }: { path: string; id: string; sort: ListPosition['sort'] }) {
  return (
    <nav aria-label={t('Sort by')} className="flex gap-2">
      {[null, 'newest' as const].map((order) => (
        <a
          key={order}
          href={`${sortedPath(path, order)}#${id}`}
          aria-current={order === sort ? 'true' : undefined}
          className="chip aria-current:border-pacific aria-current:bg-pacific-wash"
        >
          {order ? t('Newest') : t('Best match')}
        </a>
      ))}
    </nav>
  );
}
