import { countyMap } from 'virtual:county-map';
import { useMemo, useState } from 'react';
import { project } from '#web/base/art/projection.ts';
import { hasWebGl } from './has-web-gl.ts';
import { MapCanvas } from './map-canvas.tsx';
import { type MapMark, PIN_MARK } from './marks.ts';
import { MovablePin } from './movable-pin.tsx';
import { PinShape } from './pin-shape.tsx';
import { useMapGestures } from './use-map-gestures.ts';
import { useMapSize } from './use-map-size.ts';
import { type MapSize, type MapView, pointAt, toScreen, viewAt } from './view.ts';
import { ZoomButtons } from './zoom-buttons.tsx';

type Point = { lat: number; lng: number };

/** The properties of a `PointMap`. */
export interface PointMapProps {
  point: Point;
  /** What the map shows, for screen readers: 'Map of Golden Hour Plumbing'. */
  label: string;
  /** Whether the point is only the middle of an area, which is then marked instead of the point. */
  area?: boolean;
  /** Draws a circle of so many miles around the point. */
  radiusMiles?: number;
  /** Makes the pin movable: by dragging, by a click on the map, and by arrow keys while the pin has the focus. */
  onMove?: (point: Point) => void;
}

/** A map of one point, which can be moved and zoomed. It fills its container's width. */
export function PointMap(props: PointMapProps) {
  const { ref, size } = useMapSize();
  return (
    <div ref={ref} className="county-map point-map">
      {size && <SizedPointMap {...props} size={size} />}
    </div>
  );
}

// Without streets the city with its neighbors, because there is nothing to show closer.
const ZOOMS = { point: 10.5, area: 10.5, movable: 11.5 };
const STREET_ZOOMS = { point: 15, area: 13, movable: 16 };

// Names may be in the circle of an area, which is transparent.
const AREA_MARK = { radius: 8, anchor: 'center' } as const;

const CIRCLE_ZOOM = 12;
const MILES_PER_DEGREE = 69;

function SizedPointMap({ point, label, area = false, radiusMiles, onMove, size }: PointMapProps & { size: MapSize }) {
  const zooms = hasWebGl() ? STREET_ZOOMS : ZOOMS;
  const [view, setView] = useState<MapView>(() =>
    viewAt(point, radiusMiles ? CIRCLE_ZOOM : zooms[onMove ? 'movable' : area ? 'area' : 'point']),
  );
  const gestures = useMapGestures(size, setView, onMove && ((offset) => onMove(pointAt(offset, view))));
  const marks = useMemo((): MapMark[] => [{ point, ...(area ? AREA_MARK : PIN_MARK) }], [point, area]);
  const [left, top] = toScreen(project(point, countyMap), view, size);
  const edge = { lng: point.lng, lat: point.lat + (radiusMiles ?? 0) / MILES_PER_DEGREE };
  const radiusPx = top - toScreen(project(edge, countyMap), view, size)[1];
  const style = { transform: `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px)` };
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form. */}
      <div
        {...gestures}
        role="group"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys pan the map.
        tabIndex={0}
        className="window"
      >
        <MapCanvas view={view} size={size} marks={marks} />
        {radiusMiles !== undefined && (
          <div className="at" style={style}>
            <span
              className="pointer-events-none absolute rounded-full border-2 border-pacific bg-pacific/15"
              style={{ inset: `${-radiusPx}px`, width: `${2 * radiusPx}px`, height: `${2 * radiusPx}px` }}
            />
          </div>
        )}
        <div className="at" style={style}>
          {onMove ? (
            <MovablePin point={point} view={view} onMove={onMove} />
          ) : area ? (
            <span className="area" />
          ) : (
            <span className="map-pin">
              <PinShape />
            </span>
          )}
        </div>
      </div>
      <ZoomButtons view={view} size={size} updateView={setView} />
    </>
  );
}
