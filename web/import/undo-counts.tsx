import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import type { UndoPreview } from '#contract/imports/imports.ts';
import { ADMIN_API_PREFIX } from '../admin/admin-queries.ts';

const REASONS: { [Reason in keyof UndoPreview['kept']]: string } = {
  claimed: 'claimed',
  edited: 'edited',
  saved: 'saved',
  importedAgain: 'imported again',
  gone: 'already gone',
};

const number = new Intl.NumberFormat('en-US');

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

function format({ removed, restored, kept }: UndoPreview) {
  const reasons = Object.entries(kept).filter(([, count]) => count > 0);
  const stay = reasons.reduce((sum, [, count]) => sum + count, 0);
  const why = reasons.map(([reason, count]) => `${number.format(count)} ${REASONS[reason as keyof typeof kept]}`);
  return `${number.format(removed)} removed, ${number.format(restored)} restored, ${number.format(stay)} kept${
    stay > 0 ? ` (${why.join(', ')})` : ''
  }.`;
}
