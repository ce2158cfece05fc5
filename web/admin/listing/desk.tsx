import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Desk as DeskData } from '#contract/admin/desk.ts';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { DeskActions, type OpenDialog } from './desk-actions.tsx';
import { deskQuery } from './desk-queries.ts';
import { FactTable } from './fact-table.tsx';
import { History } from './history.tsx';
import { Money } from './money.tsx';
import { OwnerOffer } from './owner-offer.tsx';
import { Duplicates, Feedback, Overview } from './related.tsx';
import { DESK_KEYS, useDeskKeys } from './use-desk-keys.ts';

const CorrectListing = lazy(async () => ({ default: (await import('./correct-listing.tsx')).CorrectListing }));

/** Everything about one listing, and what the staff can do with it. */
export function Desk({ id, skeleton }: { id: number; skeleton: ReactNode }) {
  const { data, error, refetch } = useQuery(deskQuery(id));
  if (error && !data)
    return (
      <EmptyState
        as="h1"
        title={error.status === 404 ? t('There’s no such listing') : t('Failed to fetch the listing')}
        action={
          error.status === 404 ? (
            <a href="/admin?tab=listings" className="link">
              {t('All listings')}
            </a>
          ) : (
            <Button onClick={() => void refetch()}>{t('Try again')}</Button>
          )
        }
      >
        {error.status === 404 ? t('It may have been deleted permanently.') : error.message}
      </EmptyState>
    );
  if (!data) return skeleton;
  return <LoadedDesk desk={data} />;
}

function LoadedDesk({ desk }: { desk: DeskData }) {
  const { listing, actions, blocked } = desk;
  const canCorrect = actions.includes('correct') && blocked !== 'own';
  // Links to the pin open the form, which opens its section.
  const [editing, setEditing] = useState(() => canCorrect && location.hash === '#pin');
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const navigate = useNavigate();
  const canDecide = blocked === null;
  useDeskKeys(dialog === null, {
    edit: canCorrect ? () => setEditing(true) : undefined,
    toggle: () => canDecide && setDialog(actions.includes('hide') ? 'hide' : actions.includes('show') ? 'show' : null),
    merge: actions.includes('merge') && blocked !== 'own' ? () => setDialog('merge') : undefined,
    back: () => (editing ? setEditing(false) : void navigate('/admin?tab=listings')),
  });
  return (
    <>
      <PageHeading
        title={<span className="typed">{listing.title}</span>}
        breadcrumbs={[
          { label: t('Admin'), href: '/admin' },
          { label: t('Listings'), href: '/admin?tab=listings' },
          { label: `#${listing.id}` },
        ]}
        className="mb-6"
      >
        <DeskActions
          desk={desk}
          dialog={dialog}
          onDialog={setDialog}
          editing={editing}
          onEdit={canCorrect ? () => setEditing(!editing) : undefined}
        />
      </PageHeading>
      {editing ? (
        <Suspense fallback={<Spinner label={t('Loading the form…')} className="min-h-80" />}>
          <CorrectListing desk={desk} onDone={() => setEditing(false)} />
        </Suspense>
      ) : (
        <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <div className="grid content-start gap-6">
            <FactTable desk={desk} />
            <History desk={desk} />
          </div>
          <div className="grid content-start gap-6">
            <Overview desk={desk} />
            <OwnerOffer desk={desk} />
            <Feedback desk={desk} />
            <Duplicates desk={desk} onMerge={() => setDialog('merge')} />
            <Money desk={desk} />
            <Keys />
          </div>
        </div>
      )}
    </>
  );
}

const Keys = () => (
  <p className="text-muted text-sm max-md:hidden">
    {Object.entries(DESK_KEYS).map(([key, effect]) => (
      <span key={key} className="mr-4 inline-block">
        <kbd>{key}</kbd> {effect}
      </span>
    ))}
  </p>
);
