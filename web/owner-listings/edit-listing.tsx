import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Category } from '#contract/categories.ts';
import { t } from '#contract/i18n/t.ts';
import { LISTING_FIELDS } from '#contract/listing-fields/listing-fields.ts';
import { listingEditFormSchema } from '#contract/listing-form.ts';
import type { OwnerListingPage } from '#contract/owner-listings.ts';
import type { Location } from '#contract/places.ts';
import { queries } from '#web/base/api/queries.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { ownListingQuery, useOwnListing } from '#web/base/session/own-listing-queries.ts';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { RecentDateTime } from '#web/base/ui/time.tsx';
import { type EditDraft, editDraft } from './edit-draft.ts';
import { EditListingForm, type EditMode } from './edit-listing-form.tsx';
import { diffFields } from './form-diff.ts';
import { LevelNote } from './level-note.tsx';
import { SaveBar } from './save-bar.tsx';
import { useSaveEdit } from './use-save-edit.ts';

// Few owners have their hours elsewhere.
const HoursFeedSettings = lazy(() => import('#web/opening-hours/hours-feed/hours-feed.tsx'));

/** The form of an existing listing; before it, the choice whether to restore an edit that was not saved. Below it is where its hours are read. */
export function EditListing({ id }: { id: string }) {
  const own = useOwnListing(id);
  const client = useQueryClient();
  const [session, setSession] = useState(0);
  const categories = useQuery(queries.categories()).data?.items;
  const locations = useQuery(queries.locations()).data?.items;
  if (!own || !categories || !locations) return <EditListingSkeleton />;
  if (!own.acts.includes('edit')) return <DeletedNotice />;
  // A form in which something was changed stays, and learns of the newer version when it is saved.
  const restartUnchanged = async () => {
    await client.refetchQueries(ownListingQuery(id));
    if (!editDraft(own.id).read()) setSession((number) => number + 1);
  };
  return (
    <>
      <EditSession key={session} own={own} categories={categories} locations={locations} />
      <Suspense>
        <div className="mt-6 lg:max-w-[calc(100%-26.5rem)]">
          <HoursFeedSettings id={own.id} onHoursChanged={() => void restartUnchanged()} />
        </div>
      </Suspense>
    </>
  );
}

function EditSession({
  own: read,
  ...choices
}: {
  own: OwnerListingPage;
  categories: Category[];
  locations: Location[];
}) {
  // The listing at the start of the edit: a later refetch must not change the form.
  const [own] = useState(read);
  const [draft, setDraft] = useState(() => editDraft(own.id).read());
  const [restored, setRestored] = useState<EditDraft | null>(null);
  const saving = useSaveEdit(own.id);
  if (draft) {
    const discard = () => {
      editDraft(own.id).remove();
      setDraft(null);
    };
    const restore = () => {
      setRestored(draft);
      setDraft(null);
    };
    return <UnsavedChanges draft={draft} onRestore={restore} onDiscard={discard} />;
  }
  const mode: EditMode = {
    schema: listingEditFormSchema,
    saving,
    stored: editDraft(own.id),
    note: <LevelNote own={own} />,
    actions: (form, choose) => <SaveBar own={own} form={form} onChoose={choose} />,
  };
  return <EditListingForm own={own} restored={restored} {...choices} mode={mode} />;
}

/** Asks whether to continue an edit that was not saved. */
export function UnsavedChanges({
  draft,
  onRestore,
  onDiscard,
}: {
  draft: EditDraft;
  onRestore: () => void;
  onDiscard: () => void;
}) {
  const fields = diffFields(draft.base, draft.values).map((name) => LISTING_FIELDS[name].label);
  const heading = useRef<HTMLHeadingElement>(null);
  // After a reload the browser may have restored a scroll position far below.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-label={t('Unsaved changes')} className="max-w-[52rem] rounded-card border bg-card p-4 sm:p-6">
      <h2 ref={heading} tabIndex={-1} className="scroll-mt-16 text-xl outline-none">
        {rich('You have unsaved changes from {date}', { date: <RecentDateTime at={draft.at} /> })}
      </h2>
      <p className="mt-3 max-w-measure text-muted">{t('You changed: {fields}.', { fields: fields.join(', ') })}</p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button onClick={onRestore}>{t('Restore')}</Button>
        <Button variant="secondary" onClick={onDiscard}>
          {t('Discard')}
        </Button>
      </div>
    </section>
  );
}

function DeletedNotice() {
  return (
    <EmptyState
      as="h2"
      title={t('This listing was deleted')}
      action={
        <a href="/account#listings" className={buttonClass()}>
          {t('Go to your listings')}
        </a>
      }
    >
      {t('Restore it to edit it. You’ll find it under Deleted, below your other listings.')}
    </EmptyState>
  );
}

/** The form while the listing loads. */
export function EditListingSkeleton() {
  return (
    <SkeletonGroup
      label={t('Loading your listing…')}
      className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_24rem]"
    >
      <Skeleton className="h-[92rem] rounded-card" />
      <Skeleton className="h-96 rounded-card max-lg:hidden" />
    </SkeletonGroup>
  );
}
