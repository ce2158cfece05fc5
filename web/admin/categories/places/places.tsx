import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { AdminPlace } from '#contract/places.ts';
import { Labeled } from '#web/admin/listings/filter-fields.tsx';
import { formatNumber } from '#web/base/i18n/format.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { type Column, DataTable } from '#web/base/ui/data-table.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Select, TextInput } from '#web/base/ui/form/controls.tsx';
import { normalizeText } from '#web/base/ui/form/match-options.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { DeletePlaceDialog } from './delete-place-dialog.tsx';
import { PlaceDialog } from './place-dialog.tsx';
import { useAdminPlaces } from './place-queries.ts';

const MAX_SHOWN = 100;

/** Neighborhoods and other places, and dialogs to add and edit them. */
export function Places() {
  const { data, error, refetch } = useAdminPlaces();
  const [typed, setTyped] = useState('');
  const [kind, setKind] = useState<'neighborhoods' | 'all'>('neighborhoods');
  const [edited, setEdited] = useState<AdminPlace | 'new' | null>(null);
  const [deleted, setDeleted] = useState<AdminPlace | null>(null);
  if (error && !data)
    return (
      <div role="alert">
        <EmptyState
          title={t('Failed to fetch the places')}
          action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}
        >
          {error.message}
        </EmptyState>
      </div>
    );
  const words = normalizeText(typed);
  const named = (data?.places ?? []).filter(({ name, slug, aliases, city }) =>
    normalizeText([name, slug, city?.name ?? '', ...aliases].join(' ')).includes(words),
  );
  const found = named.filter(({ radiusMiles }) => kind === 'all' || radiusMiles !== null);
  return (
    <>
      <p className="mb-4 max-w-measure text-muted">
        {t(
          'A neighborhood is a city, a middle and a radius: listings in the circle are in it. Newer data don’t change what you edit. Other names are found by searches.',
        )}
      </p>
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <Labeled label={t('Find a place by its name, city or web address')} className="grow sm:max-w-90">
          <TextInput
            type="search"
            autoComplete="off"
            maxLength={60}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Labeled>
        <Labeled label={t('Show', null, 'which places')}>
          <Select value={kind} onChange={(event) => setKind(event.target.value as typeof kind)}>
            <option value="neighborhoods">{t('Neighborhoods')}</option>
            <option value="all">{t('All places')}</option>
          </Select>
        </Labeled>
        <Button className="ml-auto" disabled={!data} onClick={() => setEdited('new')}>
          <Icon name="plus" />
          {t('Add neighborhood')}
        </Button>
      </div>
      {data ? (
        <>
          <p role="status" className="mb-2 text-muted text-sm">
            {found.length === 0 && named.length > 0
              ? t('Nothing among neighborhoods; {count, number} among all places.', { count: named.length })
              : t('{count, plural, one {# found} other {# found}}', { count: found.length })}
            {found.length > MAX_SHOWN && ` · ${t('the first {max} are shown', { max: MAX_SHOWN })}`}
          </p>
          {found.length > 0 ? (
            <DataTable
              caption={t('Places by name')}
              rows={found.slice(0, MAX_SHOWN)}
              columns={toColumns(setEdited, setDeleted)}
              rowKey={({ id }) => id}
            />
          ) : (
            named.length > 0 && (
              <Button variant="secondary" onClick={() => setKind('all')}>
                {t('Show them')}
              </Button>
            )
          )}
        </>
      ) : (
        <SkeletonGroup label={t('Loading the places…')} className="grid gap-3">
          <Skeleton className="h-60" />
        </SkeletonGroup>
      )}
      {deleted && <DeletePlaceDialog place={deleted} onClose={() => setDeleted(null)} />}
      {data && edited && (
        <PlaceDialog
          place={edited === 'new' ? null : edited}
          places={data.places}
          onClose={() => setEdited(null)}
          onSaved={setTyped}
        />
      )}
    </>
  );
}

const toColumns = (
  onEdit: (place: AdminPlace) => void,
  onDelete: (place: AdminPlace) => void,
): Column<AdminPlace>[] => [
  {
    heading: t('Name'),
    top: true,
    cell: ({ name, slug, isEdited, aliases }) => (
      <>
        <a href={`/city/${slug}`} className="link font-semibold">
          {name}
        </a>{' '}
        {isEdited && <Badge tone="accent">{t('Edited')}</Badge>}
        {aliases.length > 0 && <p className="wrap-anywhere text-muted text-sm">{aliases.join(', ')}</p>}
      </>
    ),
  },
  { heading: t('City'), cell: ({ city, county }) => city?.name ?? county },
  {
    heading: t('Radius'),
    cell: ({ radiusMiles }) => (radiusMiles === null ? '–' : t('{miles} mi', { miles: radiusMiles })),
    isEmpty: ({ radiusMiles }) => radiusMiles === null,
  },
  { heading: t('Listings'), cell: ({ count }) => <span className="tabular-nums">{formatNumber(count)}</span> },
  {
    heading: t('Actions'),
    foot: true,
    cell: (place) => (
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={() => onEdit(place)}>
          {t('Edit')}
          <span className="sr-only"> {place.name}</span>
        </Button>
        {place.radiusMiles !== null && (
          <Button variant="secondary" size="sm" onClick={() => onDelete(place)}>
            {t('Delete')}
            <span className="sr-only"> {place.name}</span>
          </Button>
        )}
      </div>
    ),
  },
];
