import { countyMap } from 'virtual:county-map';
import { mapPlaces } from 'virtual:map-places';
import clsx from 'clsx';
import { t } from '#contract/i18n/t.ts';
import type { SearchMap } from '#contract/search.ts';
import type { MapPlace } from '#web/base/art/map-places.ts';
import { project } from '#web/base/art/projection.ts';
import { LOCALE } from '#web/base/i18n/language.ts';
import { type MapMark, PIN_MARK } from '#web/base/map/marks.ts';
import { type MapBox, type MapSize, type MapView, toScreen } from '#web/base/map/view.ts';
import { omitParams, type SearchParams, searchPath } from '#web/base/search-box/search-params.ts';
import { ListingPin } from './listing-pin.tsx';
import { getSpreadRadius, SpreadPins } from './spread-pins.tsx';

/**
 * The results on the map. A pin or dot links to its listing. A cluster at one point spreads them; any other one zooms in or,
 * where zooming cannot separate its listings, links to the list of them.
 * @param spreadKey the key of the cluster whose pins are spread
 * @param isCloser whether fitting a box would zoom in
 */
export function MapMarkers({
  data,
  view,
  size,
  search,
  highlightedId,
  onHighlight,
  spreadKey,
  onSpread,
  isCloser,
  onZoomTo,
}: {
  data: SearchMap;
  view: MapView;
  size: MapSize;
  search: SearchParams;
  highlightedId: number | undefined;
  onHighlight: (id: number | undefined) => void;
  spreadKey: string | undefined;
  onSpread: (key: string | undefined) => void;
  isCloser: (box: MapBox) => boolean;
  onZoomTo: (box: MapBox) => void;
}) {
  const toStyle = (point: { lat: number; lng: number }) => {
    const [left, top] = toScreen(project(point, countyMap), view, size);
    return { transform: `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px)` };
  };
  const hasNames = data.pins.length <= MAX_NAMED_PINS;
  const toItem = ({ id, title, ...point }: SearchMap['pins'][number], { isDot }: { isDot: boolean }) => (
    <li key={id} style={toStyle(point)} className={clsx(hasNames && !isDot && 'named')}>
      <ListingPin id={id} title={title} isDot={isDot} highlighted={id === highlightedId} onHighlight={onHighlight} />
    </li>
  );
  return (
    <ul aria-label={t('On the map')}>
      {/* Below the circles, whose numbers they may not cover. */}
      {data.dots.map((dot) => toItem(dot, { isDot: true }))}
      {data.clusters.map((cluster) => {
        const { lat, lng, count, box, pins } = cluster;
        const key = toKey(cluster);
        const place = nearestPlaceName(box);
        const label = data.isEstimate
          ? t('{count, plural, one {About # listing near {place}} other {About # listings near {place}}}', {
              count,
              place,
            })
          : t('{count, plural, one {# listing near {place}} other {# listings near {place}}}', { count, place });
        const className = clsx('cluster', count > 99 ? 'large' : count > 9 && 'medium');
        return (
          <li
            key={key}
            style={toStyle({ lat, lng })}
            onKeyDown={({ key: pressed, currentTarget }) => {
              if (pressed !== 'Escape' || key !== spreadKey) return;
              onSpread(undefined);
              currentTarget.querySelector('button')?.focus();
            }}
          >
            {pins.length > 0 ? (
              <>
                <button
                  type="button"
                  className={className}
                  aria-label={t('{count} listings at one address near {place}', { count, place })}
                  aria-expanded={key === spreadKey}
                  onClick={() => onSpread(key === spreadKey ? undefined : key)}
                >
                  {count}
                </button>
                {key === spreadKey && (
                  <SpreadPins pins={pins} highlightedId={highlightedId} onHighlight={onHighlight} />
                )}
              </>
            ) : isCloser(box) ? (
              <button
                type="button"
                className={className}
                aria-label={t('{listings}, zoom in', { listings: label })}
                onClick={() => onZoomTo(box)}
              >
                {compactCount(count)}
              </button>
            ) : (
              <a
                draggable={false}
                className={className}
                aria-label={t('{listings}, show in the list', { listings: label })}
                href={searchPath({ ...omitParams(search, 'view'), box: box.join() })}
              >
                {compactCount(count)}
              </a>
            )}
          </li>
        );
      })}
      {data.pins.map((pin) => toItem(pin, { isDot: false }))}
    </ul>
  );
}

/** The space that the markers take; a pin is above its point. */
export const toMarks = ({ clusters, dots, pins }: SearchMap, spreadKey: string | undefined): MapMark[] => [
  ...clusters.map((cluster): MapMark => {
    const isSpread = toKey(cluster) === spreadKey;
    return {
      point: cluster,
      radius: isSpread ? getSpreadRadius(cluster.count) + SPREAD_MARGIN_PX : 22,
      anchor: 'center',
    };
  }),
  ...dots.map((point): MapMark => ({ point, radius: DOT_PX, anchor: 'center' })),
  ...pins.map((point): MapMark => ({ point, ...PIN_MARK })),
];

const DOT_PX = 10;
// Of more, names would cover each other.
const MAX_NAMED_PINS = 6;
// The upper half of a pin.
const SPREAD_MARGIN_PX = 30;

const toKey = ({ lat, lng }: SearchMap['clusters'][number]) => `${lat} ${lng}`;

/** '7', '1.2K': short enough for a cluster's circle. */
const compactFormat = new Intl.NumberFormat(LOCALE, { notation: 'compact' });
const compactCount = (count: number) => compactFormat.format(count);

/** The most important place inside a cluster's box, or the nearest one. `mapPlaces` is sorted by importance. */
function nearestPlaceName([west, south, east, north]: MapBox): string {
  const [left, top] = project({ lat: north, lng: west }, countyMap);
  const [right, bottom] = project({ lat: south, lng: east }, countyMap);
  const isInside = ([, x, y]: MapPlace) => x >= left && x <= right && y >= top && y <= bottom;
  const distanceTo = ([, x, y]: MapPlace) => Math.hypot(x - (left + right) / 2, y - (top + bottom) / 2);
  const place =
    mapPlaces.find(isInside) ??
    mapPlaces.reduce((best, other) => (distanceTo(other) < distanceTo(best) ? other : best));
  return place[0];
}
