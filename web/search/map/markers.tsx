import { countyMap } from 'virtual:county-map';
import { mapPlaces } from 'virtual:map-places';
import clsx from 'clsx';
import type { SearchMap } from '#contract/search.ts';
import type { MapPlace } from '#web/art/map-places.ts';
import { project } from '#web/art/projection.ts';
import type { MapMark } from '#web/map/marks.ts';
import { PinShape } from '#web/map/pin-shape.tsx';
import { type MapBox, type MapSize, type MapView, toScreen } from '#web/map/view.ts';
import { omitParams, type SearchParams, searchPath } from '../search-params.ts';

/**
 * The results on the map. A pin links to its listing. A cluster zooms in or, where zooming cannot separate its listings, links
 * to the list of them.
 * @param isCloser whether fitting a box would zoom in
 */
export function MapMarkers({
  data,
  view,
  size,
  search,
  highlightedId,
  onHighlight,
  isCloser,
  onZoomTo,
}: {
  data: SearchMap;
  view: MapView;
  size: MapSize;
  search: SearchParams;
  highlightedId: number | undefined;
  onHighlight: (id: number | undefined) => void;
  isCloser: (box: MapBox) => boolean;
  onZoomTo: (box: MapBox) => void;
}) {
  const toStyle = (point: { lat: number; lng: number }) => {
    const [left, top] = toScreen(project(point, countyMap), view, size);
    return { transform: `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px)` };
  };
  return (
    <ul aria-label="On the map">
      {data.clusters.map(({ lat, lng, count, box }) => {
        const label = `${count.toLocaleString('en-US')} ${count === 1 ? 'listing' : 'listings'} near ${nearestPlaceName(box)}`;
        const className = clsx('cluster', count > 99 ? 'large' : count > 9 && 'medium');
        return (
          <li key={`${lat} ${lng}`} style={toStyle({ lat, lng })}>
            {isCloser(box) ? (
              <button
                type="button"
                className={className}
                aria-label={`${label}, zoom in`}
                onClick={() => onZoomTo(box)}
              >
                {compactCount(count)}
              </button>
            ) : (
              <a
                draggable={false}
                className={className}
                aria-label={`${label}, show in the list`}
                href={searchPath({ ...omitParams(search, 'view'), box: box.join() })}
              >
                {compactCount(count)}
              </a>
            )}
          </li>
        );
      })}
      {data.pins.map(({ id, title, ...point }) => (
        <li key={id} style={toStyle(point)}>
          <a
            draggable={false}
            href={`/ads/${id}`}
            className={clsx('pin', id === highlightedId && 'pointed')}
            onPointerEnter={() => onHighlight(id)}
            onPointerLeave={() => onHighlight(undefined)}
            onFocus={() => onHighlight(id)}
            onBlur={() => onHighlight(undefined)}
          >
            <PinShape />
            <span className="typed">{title}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The space that the markers take. A pin is above its point, so it takes more. */
export const toMarks = ({ clusters, pins }: SearchMap): MapMark[] => [
  ...clusters.map((point) => ({ point, radius: 22 })),
  ...pins.map((point) => ({ point, radius: 28 })),
];

/** '7', '1.2K': short enough for a cluster's circle. */
const compactCount = (count: number) => count.toLocaleString('en-US', { notation: 'compact' });

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
