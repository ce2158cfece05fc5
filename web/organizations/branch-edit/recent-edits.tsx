import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { LISTING_FIELDS, type ListingFieldName } from '#contract/listing-fields/listing-fields.ts';
import type { BranchUndo } from '#contract/ownership/branch-edits.ts';
import { send } from '#web/base/api/api.ts';
import { runMutation } from '#web/base/api/run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { DateTime } from '#web/base/ui/time.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { ORGANIZATIONS_PATH } from '#web/organizations/organization-queries.ts';
import { branchEditsQuery, useRefreshBranches } from './branch-edit-queries.ts';

/** The edits of the past 30 days, each with the button that undoes it. */
export function RecentEdits({ organizationId }: { organizationId: number }) {
  const edits = useQuery(branchEditsQuery(organizationId)).data?.items;
  const refresh = useRefreshBranches();
  const [busy, setBusy] = useState<number>();
  const undo = async (id: number) => {
    setBusy(id);
    await runMutation(t('That didn’t work'), async () => {
      const path = `${ORGANIZATIONS_PATH}/${organizationId}/edits/${id}/undo`;
      const { branches } = await send<BranchUndo>('POST', path);
      const left = branches.filter(({ done }) => !done).length;
      toast({
        title: t('Undone'),
        description:
          left > 0
            ? t(
                '{count, plural, one {# branch was changed since and stays as it is.} other {# branches were changed since and stay as they are.}}',
                { count: left },
              )
            : undefined,
        tone: 'success',
      });
    });
    setBusy(undefined);
    void refresh();
  };
  if (!edits) return null;
  if (edits.length === 0) return <p className="text-muted">{t('None in the past 30 days.')}</p>;
  return (
    <ul className="divide-y border-y">
      {edits.map(({ id, at, fields, changed, undoneAt }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-2">
          <span>
            {fields.map((name) => LISTING_FIELDS[name as ListingFieldName].label).join(', ')} –{' '}
            {t('{count, plural, one {# branch} other {# branches}}', { count: changed })}
            <span className="block text-muted text-sm">
              <DateTime at={at} />
            </span>
          </span>
          {undoneAt ? (
            <span className="text-muted">{t('Undone')}</span>
          ) : (
            <Button variant="secondary" size="sm" busy={busy === id} onClick={() => void undo(id)}>
              {t('Undo')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
