import { useEffect, useRef, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { LISTING_FIELDS, type ListingFieldName } from '#contract/listing-fields/listing-fields.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import type { OwnerListingPage } from '#contract/owner-listings.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Button } from '#web/base/ui/button.tsx';
import { type Column, DataTable } from '#web/base/ui/data-table.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { DateTime } from '#web/base/ui/time.tsx';
import { diffFields, formatField } from './form-diff.ts';

/** Shown when the listing was changed during this edit: shows the differences and asks which version to keep. */
export function ConflictPanel({
  newer,
  base,
  mine,
  lookUpName,
  onKeepMine,
  onTakeNewer,
}: {
  newer: OwnerListingPage;
  /** The form's values when the edit began, and now. */
  base: ListingForm;
  mine: ListingForm;
  /** Returns the name of a category or location. */
  lookUpName: (field: ListingFieldName, id: string) => string;
  onKeepMine: () => void;
  onTakeNewer: () => void;
}) {
  const [expanded, setExpanded] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const changedHere = diffFields(base, mine);
  const columns: Column<ListingFieldName>[] = [
    { heading: t('Field'), cell: (name) => <span className="font-semibold">{LISTING_FIELDS[name].label}</span> },
    {
      heading: t('Yours'),
      className: 'as-table:w-2/5',
      cell: (name) => (
        <>
          <Value>{formatField(mine, name, lookUpName)}</Value>
          {!changedHere.includes(name) && <p className="text-muted text-sm">{t('You didn’t change this')}</p>}
        </>
      ),
    },
    {
      heading: t('Newer version'),
      className: 'as-table:w-2/5',
      cell: (name) => <Value>{formatField(newer.form, name, lookUpName)}</Value>,
    },
  ];

  return (
    <section aria-labelledby="conflict" className="mb-6 rounded-card border-2 border-line-strong bg-card p-4 sm:p-6">
      <h2 id="conflict" ref={heading} tabIndex={-1} className="flex gap-3 text-lg outline-none">
        <Icon name="circle-alert" className="mt-0.5 size-5 shrink-0 text-muted" />
        <span>
          {rich('This listing was changed in another tab or by someone else on {date}', {
            date: <DateTime at={newer.updatedAt} />,
          })}
        </span>
      </h2>
      <p className="mt-3 max-w-measure">
        {t(
          'Your changes are still in the form below. “Keep mine” saves them on top of the newer version. Everything else stays as it is in the newer version.',
        )}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button onClick={onKeepMine}>{t('Keep mine')}</Button>
        <Button variant="secondary" onClick={onTakeNewer}>
          {t('Use newer version')}
        </Button>
        <Button variant="ghost" aria-expanded={expanded} onClick={() => setExpanded(!expanded)}>
          {expanded ? t('Hide newer version') : t('Show newer version')}
        </Button>
      </div>
      {expanded && (
        <div className="mt-5">
          <DataTable
            caption={t('Differences between your form and the newer version')}
            columns={columns}
            rows={diffFields(newer.form, mine)}
            rowKey={(name) => name}
          />
        </div>
      )}
    </section>
  );
}

function Value({ children }: { children: string }) {
  return <p className="wrap-anywhere whitespace-pre-line">{children}</p>;
}
