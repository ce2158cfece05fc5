import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ComparedListing, Comparison as ComparisonData } from '#contract/admin/comparison.ts';
import { t } from '#contract/i18n/t.ts';
import { LISTING_FIELD_NAMES, LISTING_FIELDS, type ListingFieldName } from '#contract/listing-fields/listing-fields.ts';
import { STATE_LABELS } from '#web/admin/listings/listing-filter.ts';
import { formatNumber } from '#web/base/i18n/format.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { type Column, DataTable } from '#web/base/ui/data-table.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { useNameLookup } from '#web/owner-listings/field-changes.tsx';
import { diffFields, formatField } from '#web/owner-listings/form-diff.ts';
import { LEVEL_NAMES } from '#web/owner-listings/status.ts';
import { KeepButton, mergeQuestion, separateQuestion } from './comparison-actions.tsx';
import { useComparison } from './desk-queries.ts';
import { formatDistance } from './distance.ts';
import { isEmptyField } from './empty-field.ts';
import { type Question, QuestionDialog } from './question-dialog.tsx';
import { SplitListingsButton } from './split-buttons.tsx';
import { useDeskKeys } from './use-desk-keys.ts';

/** Two listings side by side, field by field, with the choice which one stays when they are merged. */
export function Comparison({ id, other }: { id: number; other: number }) {
  const { data, error, refetch } = useComparison(id, other);
  const navigate = useNavigate();
  useDeskKeys(true, { back: () => void navigate(`/admin/ads/${id}`) });
  return (
    <>
      <PageHeading
        title={t('Compare listings')}
        breadcrumbs={[
          { label: t('Admin'), href: '/admin' },
          { label: t('Duplicates'), href: '/admin?tab=matches' },
          { label: `#${id}`, href: `/admin/ads/${id}` },
          { label: t('with #{id}', { id: other }) },
        ]}
        className="mb-6"
      />
      {data ? (
        <SideBySide data={data} />
      ) : error ? (
        <EmptyState
          title={error.status === 404 ? t('One of these listings doesn’t exist') : t('Failed to fetch the listings')}
          action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}
        >
          {error.status === 404 ? t('It may have been deleted permanently.') : error.message}
        </EmptyState>
      ) : (
        <SkeletonGroup label={t('Loading the listings…')}>
          <Skeleton className="min-h-80 rounded-card" />
        </SkeletonGroup>
      )}
    </>
  );
}

function SideBySide({ data }: { data: ComparisonData }) {
  const { listings, distanceMeters, verdict } = data;
  const [question, setQuestion] = useState<Question | null>(null);
  const [first, second] = listings;
  const ids: [number, number] = [first.listing.id, second.listing.id];
  const lookUpName = useNameLookup();
  const differing = diffFields(first.listing.form, second.listing.form);
  const isEmpty = (name: ListingFieldName) => listings.every(({ listing }) => isEmptyField(listing.form, name));
  const rows: Row[] = [
    { label: t('State'), of: ({ state }) => STATE_LABELS[state] },
    { label: t('Owner'), of: ({ owner }) => owner ?? t('Unclaimed') },
    { label: t('Source'), of: ({ source }) => source ?? t('None', null, 'source') },
    { label: t('Plan'), of: ({ listing }) => LEVEL_NAMES[listing.level] },
    ...LISTING_FIELD_NAMES.filter((name) => !NOT_COMPARED.includes(name) && !isEmpty(name)).map(
      (name): Row => ({
        label: LISTING_FIELDS[name].label,
        of: ({ listing }) => formatField(listing.form, name, lookUpName),
        differs: differing.includes(name),
      }),
    ),
    { label: t('Photos'), of: ({ listing }) => <Photos pictures={listing.pictures} /> },
    { label: t('Views, 30 days'), of: ({ recentViews }) => formatNumber(recentViews) },
    {
      label: t('Saved by'),
      of: ({ saves }) => t('{count, plural, one {# account} other {# accounts}}', { count: saves }),
    },
    { label: t('Waiting claims'), of: ({ claims }) => String(claims) },
    { label: t('Open reports'), of: ({ reports }) => String(reports) },
  ];
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p>
          {t('{count, plural, =0 {All fields are the same} one {# field differs} other {# fields differ}}', {
            count: differing.length,
          })}
          {distanceMeters !== null && ` · ${formatDistance(distanceMeters)}`}
        </p>
        {verdict === 'same' ? (
          <SplitListingsButton id={ids[0]} other={second.listing} />
        ) : verdict === 'different' ? (
          <Badge>{t('Two businesses')}</Badge>
        ) : (
          <Button variant="secondary" size="sm" onClick={() => setQuestion(separateQuestion(ids))}>
            <Icon name="circle-x" />
            {t('Not the same')}
          </Button>
        )}
      </div>
      <DataTable
        caption={t('Both listings, field by field')}
        columns={toColumns(listings, verdict === 'same' ? undefined : (keep) => setQuestion(mergeQuestion(ids, keep)))}
        rows={verdict === 'same' ? rows : [{ label: t('Keep'), of: () => null, isChoice: true }, ...rows]}
        rowKey={({ label }) => label}
      />
      <QuestionDialog question={question} onClose={() => setQuestion(null)} />
    </div>
  );
}

const NOT_COMPARED: ListingFieldName[] = ['premium', 'state', 'photos', 'logo'];

interface Row {
  label: string;
  of: (side: ComparedListing) => ReactNode;
  differs?: boolean;
  /** Whether this is the row with the buttons. */
  isChoice?: boolean;
}

const toColumns = (sides: ComparisonData['listings'], onKeep?: (keep: number) => void): Column<Row>[] => [
  {
    heading: t('Field'),
    top: true,
    cell: ({ label, differs }) => (
      <span className="font-semibold">
        {label}
        {differs && <span className="block font-normal text-poppy-text text-sm">{t('Differs')}</span>}
      </span>
    ),
  },
  ...sides.map(
    (side): Column<Row> => ({
      heading: `#${side.listing.id}`,
      className: 'as-table:w-2/5',
      cell: (row) =>
        row.isChoice && onKeep ? (
          <KeepButton side={side} onKeep={onKeep} />
        ) : (
          <div className="typed whitespace-pre-line">{row.of(side)}</div>
        ),
    }),
  ),
];

function Photos({ pictures }: { pictures: ComparedListing['listing']['pictures'] }) {
  if (pictures.length === 0) return t('None', null, 'photos');
  return (
    <span className="flex flex-wrap gap-2">
      {pictures.map(({ id, src, width, height, alt }) => (
        <img
          key={id}
          src={src}
          width={width}
          height={height}
          alt={alt}
          loading="lazy"
          className="h-16 w-auto rounded-field"
        />
      ))}
    </span>
  );
}
