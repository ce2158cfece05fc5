import { lazy, Suspense, useEffect } from 'react';
import { LISTING_FIELD_NAMES } from '#contract/listing-fields.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import type { SchemaForm } from '../ui/form/form.tsx';
import { Icon } from '../ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import type { MoreFields as MoreFieldsType } from './more-fields.tsx';

const loadMoreFields = () => import('./more-fields.tsx');
const MoreFields = lazy(async () => ({ default: (await loadMoreFields()).MoreFields }));

const BASIC_FIELDS = [
  ...['title', 'description', 'businessName', 'address', 'city', 'state', 'zipCode', 'phone', 'email', 'website'],
  ...['categoryId', 'locationId', 'imageUrl', 'premium'],
];
/** The fields of this section. */
const MORE_FIELDS: string[] = LISTING_FIELD_NAMES.filter((name) => !BASIC_FIELDS.includes(name));

/** The optional fields: shown on request, and when one of them has an error. */
export function MoreAboutBusiness({
  open,
  onToggle,
  ...fields
}: Parameters<typeof MoreFieldsType>[0] & {
  form: SchemaForm<ListingForm>;
  open: boolean;
  onToggle: (open: boolean) => void;
}) {
  const { errors, submitCount } = fields.form.formState;
  const hasError = Object.keys(errors).some((name) => MORE_FIELDS.includes(name));
  // biome-ignore lint/correctness/useExhaustiveDependencies: at every attempt to submit, not while typing.
  useEffect(() => {
    if (hasError) onToggle(true);
  }, [submitCount, hasError]);
  return (
    <details
      open={open}
      onToggle={({ currentTarget }) => currentTarget.open !== open && onToggle(currentTarget.open)}
      className="group rounded-card border"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is interactive by itself; here it only preloads. */}
      <summary
        onPointerEnter={loadMoreFields}
        onFocus={loadMoreFields}
        className="flex min-h-16 items-center justify-between gap-4 rounded-card px-4 py-2.5 hover:text-pacific"
      >
        <span>
          <span className="block font-semibold">More about your business</span>
          <span className="block text-muted text-sm">
            {fields.paid ? 'Pictures, opening hours,' : 'Opening hours,'} social links, service area and languages.
            Optional.
          </span>
        </span>
        <Icon name="chevron-down" className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180" />
      </summary>
      {open && (
        <div className="px-4 pt-2 pb-5">
          <Suspense fallback={<FieldSkeletons />}>
            <MoreFields {...fields} />
          </Suspense>
        </div>
      )}
    </details>
  );
}

function FieldSkeletons() {
  return (
    <SkeletonGroup label="Loading fields…" className="grid gap-5">
      {['h-96', 'h-12', 'h-12', 'h-12'].map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change.
        <Skeleton key={index} className={height} />
      ))}
    </SkeletonGroup>
  );
}
