import clsx from 'clsx';
import { useLayoutEffect, useRef, useState } from 'react';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { SearchParams } from '../search-params.ts';
import { Basemap } from './basemap.tsx';
import { MapMarkers } from './markers.tsx';
import { useMapArea } from './use-map-area.ts';
import { useMapGestures, ZOOM_STEP } from './use-map-gestures.ts';
import { isMaxZoom, isMinZoom, type MapSize, zoomBy } from './view.ts';

export interface ResultsMapProps {
  search: SearchParams;
  /** The listing whose pin and row are highlighted. */
  highlightedId: number | undefined;
  onHighlight: (id: number | undefined) => void;
}

/** The map, sized to its container. */
export function InteractiveMap(props: ResultsMapProps) {
  const [size, setSize] = useState<MapSize>();
  const container = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = container.current as HTMLElement;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      // The size is 0 while the map is hidden.
      if (width && height)
        setSize((previous) => (previous?.width === width && previous.height === height ? previous : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={container} className="absolute inset-0 top-13">
      {size && <PannableMap {...props} size={size} />}
    </div>
  );
}

function PannableMap({ search, highlightedId, onHighlight, size }: ResultsMapProps & { size: MapSize }) {
  const { view, mapQuery, autoUpdate, setAutoUpdate, fitBoxPadded, isCloser, updateView, searchHere } = useMapArea(
    search,
    size,
  );
  const gestures = useMapGestures(size, updateView);
  const { data } = mapQuery;
  const count = data && data.pins.length + data.clusters.reduce((sum, cluster) => sum + cluster.count, 0);
  return (
    <>
      <div className="bar">
        <label>
          <input type="checkbox" checked={autoUpdate} onChange={({ target }) => setAutoUpdate(target.checked)} />
          Update as I move the map
        </label>
        <div className="zoom">
          <button
            type="button"
            disabled={isMaxZoom(view)}
            onClick={() => updateView((current) => zoomBy(ZOOM_STEP, current, size))}
          >
            <Icon name="plus" className="size-5" />
            <span className="sr-only">Zoom in</span>
          </button>
          <button
            type="button"
            disabled={isMinZoom(view, size)}
            onClick={() => updateView((current) => zoomBy(1 / ZOOM_STEP, current, size))}
          >
            <Icon name="minus" className="size-5" />
            <span className="sr-only">Zoom out</span>
          </button>
        </div>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form. */}
      <div
        {...gestures}
        role="group"
        aria-label="Map of what was found"
        aria-describedby="map-keys"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys pan the map.
        tabIndex={0}
        className={clsx('window', mapQuery.isPlaceholderData && 'waiting')}
      >
        <Basemap view={view} size={size} />
        {data && (
          <MapMarkers
            {...{ data, view, size, search, highlightedId, onHighlight, isCloser }}
            onZoomTo={(box) => {
              updateView(() => fitBoxPadded(box));
              // The pressed button is removed, so the focus moves to the map.
              gestures.ref.current?.focus({ preventScroll: true });
            }}
          />
        )}
      </div>
      <p id="map-keys" hidden>
        Drag, click or press the arrow keys to move, + and − to zoom. All that is on the map is in the list as well.
      </p>
      {searchHere && (
        <Button size="sm" onClick={searchHere} className="here">
          Search this area
        </Button>
      )}
      <p role="status" className="note empty:hidden">
        {count === 0 && !mapQuery.isPlaceholderData && 'Nothing was found in this part of the map.'}
      </p>
      {mapQuery.isError && (
        <div role="alert" className="note">
          <p>The map could not be updated.</p>
          <button type="button" className={buttonClass({ size: 'sm' })} onClick={() => mapQuery.refetch()}>
            Try again
          </button>
        </div>
      )}
    </>
  );
}
