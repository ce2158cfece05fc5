import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Category } from '#contract/categories.ts';
import type { OwnAdPage } from '#contract/own-listings.ts';
import type { Location } from '#contract/places.ts';
import { queries } from '../app/queries.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { Lately } from '../ui/time.tsx';
import { FIELDS, fieldsThatDiffer } from './differences.ts';
import { EditAdForm } from './edit-ad-form.tsx';
import { forgetEdit, type KeptEdit, readEdit } from './kept-edit.ts';
import { useOwnAd } from './own-reads.ts';

/** One's own listing to be edited; first it is asked what is to become of an edit that was not saved. */
export function EditAd({ id }: { id: string }) {
  const own = useOwnAd(id);
  const categories = useQuery(queries.categories()).data?.items;
  const locations = useQuery(queries.locations()).data?.items;
  if (!own || !categories || !locations) return <EditAdSkeleton />;
  if (!own.acts.includes('edit')) return <Deleted />;
  return <Begin own={own} categories={categories} locations={locations} />;
}

function Begin({ own: read, ...choices }: { own: OwnAdPage; categories: Category[]; locations: Location[] }) {
  // As it was when the edit began: what is read anew meanwhile must not reach into the form.
  const [own] = useState(read);
  const [kept, setKept] = useState(() => readEdit(own.id));
  const [restored, setRestored] = useState<KeptEdit | null>(null);
  if (kept) {
    const discard = () => {
      forgetEdit(own.id);
      setKept(null);
    };
    const restore = () => {
      setRestored(kept);
      setKept(null);
    };
    return <Unsaved kept={kept} onRestore={restore} onDiscard={discard} />;
  }
  return <EditAdForm own={own} restored={restored} {...choices} />;
}

function Unsaved({ kept, onRestore, onDiscard }: { kept: KeptEdit; onRestore: () => void; onDiscard: () => void }) {
  const fields = fieldsThatDiffer(kept.base, kept.values).map((name) => FIELDS[name]);
  const heading = useRef<HTMLHeadingElement>(null);
  // After a reload the browser may be far below.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-label="Unsaved changes" className="max-w-[52rem] rounded-card border bg-card p-4 sm:p-6">
      <h2 ref={heading} tabIndex={-1} className="scroll-mt-16 text-xl outline-none">
        You have unsaved changes from <Lately at={kept.at} />
      </h2>
      <p className="mt-3 max-w-measure text-muted">You changed: {fields.join(', ')}.</p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button onClick={onRestore}>Restore</Button>
        <Button variant="secondary" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </section>
  );
}

function Deleted() {
  return (
    <EmptyState
      as="h2"
      title="This listing was deleted"
      action={
        <a href="/account#listings" className={buttonClass()}>
          Go to your listings
        </a>
      }
    >
      Bring it back to edit it: it is under Deleted, below your other listings.
    </EmptyState>
  );
}

/** The shape of the form while the listing is read. */
export function EditAdSkeleton() {
  return (
    <SkeletonGroup
      label="Loading your listing…"
      className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_24rem]"
    >
      <Skeleton className="h-[92rem] rounded-card" />
      <Skeleton className="h-96 rounded-card max-lg:hidden" />
    </SkeletonGroup>
  );
}
