import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import type { UndoPreview } from '#contract/imports/imports.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';

const REASONS: { [Reason in keyof UndoPreview['kept']]: (count: number) => string } = {
  claimed: (count) => t('{count, plural, one {# claimed} other {# claimed}}', { count }),
  edited: (count) => t('{count, plural, one {# edited} other {# edited}}', { count }),
  saved: (count) => t('{count, plural, one {# saved} other {# saved}}', { count }),
  otherImport: (count) =>
    t('{count, plural, one {# that another import has} other {# that another import has}}', { count }),
  importedAgain: (count) => t('{count, plural, one {# imported again} other {# imported again}}', { count }),
  gone: (count) => t('{count, plural, one {# already gone} other {# already gone}}', { count }),
};

/** How many listings the undoing of an import removes and restores, and how many stay and why. */
export function UndoCounts({ id }: { id: number }) {
  const { data, error } = useQuery<UndoPreview>({
    queryKey: [`${ADMIN_API_PREFIX}imports/${id}/undo`],
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <span role="status" className="font-semibold">
      {data ? format(data) : error ? t('We couldn’t count them.') : t('Counting the listings…')}
    </span>
  );
}

function format({ removed, restored, kept: keptBy }: UndoPreview) {
  const reasons = Object.entries(keptBy).filter(([, count]) => count > 0);
  const kept = reasons.reduce((sum, [, count]) => sum + count, 0);
  const counts = t(
    '{removed, plural, one {# removed} other {# removed}}, {restored, plural, one {# restored} other {# restored}}, {kept, plural, one {# kept} other {# kept}}',
    { removed, restored, kept },
  );
  const why = reasons.map(([reason, count]) => REASONS[reason as keyof typeof keptBy](count));
  return kept > 0 ? `${counts} (${why.join(', ')}).` : `${counts}.`;
}
