import { useQuery } from '@tanstack/react-query';
import type { ListingVersion } from '#contract/admin/listing-versions.ts';
import { LISTING_FIELD_NAMES, LISTING_FIELDS, type ListingFieldName } from '#contract/listing-fields/listing-fields.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import { queries } from '#web/base/api/queries.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { srOnly } from '#web/base/ui/sr-only.tsx';
import { formatField } from './form-diff.ts';

/** What a version changed, field by field: what it was, and what it became. */
export function FieldChanges({ version: { before, after } }: { version: Pick<ListingVersion, 'before' | 'after'> }) {
  const lookUpName = useNameLookup();
  const changed = LISTING_FIELD_NAMES.filter((name) => name in before || name in after);
  return (
    <dl className="grid gap-x-6 gap-y-2.5 sm:grid-cols-[8rem_minmax(0,1fr)]">
      {changed.map((name) => (
        <div key={name} className="sm:contents">
          <dt className="text-muted">{LISTING_FIELDS[name].label}</dt>
          <dd className="typed grid gap-x-3 whitespace-pre-line sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
            <del className="text-muted">
              {rich('<hidden>From </hidden>{value}', {
                hidden: srOnly,
                value: formatField(before as ListingForm, name, lookUpName),
              })}
            </del>
            <Icon name="arrow-right" className="mt-1 size-4 text-muted max-sm:hidden" />
            <ins className="no-underline">
              {rich('<hidden>to </hidden>{value}', {
                hidden: srOnly,
                value: formatField(after as ListingForm, name, lookUpName),
              })}
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Looks up the names of categories and locations by their ids; an id is its own name until they are loaded. */
export function useNameLookup() {
  const categories = useQuery(queries.categories()).data?.items;
  const locations = useQuery(queries.locations()).data?.items;
  return (field: ListingFieldName, id: string): string => {
    const options = field === 'locationId' ? locations : categories;
    return options?.find((option) => String(option.id) === id)?.name ?? id;
  };
}
