import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { HIDING_NUMBER, type StaffChange } from '#contract/admin/objections.ts';
import { t } from '#contract/i18n/t.ts';
import type { ApiError, Page } from '#web/base/api/api.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { OWN_LISTINGS_PATH } from '#web/base/session/own-listing-queries.ts';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { DateTime } from '#web/base/ui/time.tsx';
import { FieldChanges } from './field-changes.tsx';
import { ObjectionDialog } from './objection-dialog.tsx';
import { ObjectionState } from './objection-state.tsx';

/** What the staff changed of a listing, newest first, after its hiding; the owner can object to each change once. */
export function StaffChanges({ id, loading }: { id: string; loading: ReactNode }) {
  const path = `${OWN_LISTINGS_PATH}/${id}/changes`;
  const { data } = useQuery<Page<StaffChange>, ApiError>({
    queryKey: [path],
    staleTime: 0,
    throwOnError: ({ status }, { state }) => status !== 401 && state.data === undefined,
  });
  if (!data) return loading;
  if (data.items.length === 0)
    return (
      <EmptyState
        as="h2"
        title={t('We haven’t changed anything')}
        action={
          <a href="/account" className={buttonClass()}>
            {t('Go to your account')}
          </a>
        }
      >
        {t('If we correct this listing, you’ll see it here.')}
      </EmptyState>
    );
  return (
    <ul className="grid max-w-[52rem] gap-4">
      {data.items.map((change) => (
        <li key={change.number}>
          <Change change={change} path={path} />
        </li>
      ))}
      <li>
        <a href={`/account/ads/${id}/edit`} className={buttonClass({ variant: 'secondary' })}>
          <Icon name="pen-line" />
          {t('Edit the listing')}
        </a>
      </li>
    </ul>
  );
}

function Change({ change, path }: { change: StaffChange; path: string }) {
  const { at, reason, objection } = change;
  const [open, setOpen] = useState(false);
  const isHiding = change.number === HIDING_NUMBER;
  // Only to a hiding, again and again: the listing may have been mended since.
  const canObject = !objection || (isHiding && objection.outcome === 'kept');
  return (
    <Card className="grid gap-4 p-4 sm:p-5">
      <h2 className="text-lg">
        {isHiding
          ? rich('We hid this listing on {date}', { date: <DateTime at={at} /> })
          : rich('We changed this on {date}', { date: <DateTime at={at} /> })}
      </h2>
      {!isHiding && <FieldChanges version={change} />}
      <div>
        <p className="text-muted">{t('Why')}</p>
        <p className="typed whitespace-pre-line">{reason}</p>
      </div>
      {objection && <ObjectionState objection={objection} isHiding={isHiding} />}
      {canObject && (
        <Button variant="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
          <Icon name="flag" />
          {isHiding ? t('Ask us to look again') : t('Object to this change')}
        </Button>
      )}
      <ObjectionDialog
        open={open}
        isHiding={isHiding}
        path={`${path}/${change.number}/object`}
        list={path}
        onClose={() => setOpen(false)}
      />
    </Card>
  );
}
