import clsx from 'clsx';
import { useMemo, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { MapCanvas } from '#web/base/map/map-canvas.tsx';
import { useMapGestures } from '#web/base/map/use-map-gestures.ts';
import { useMapSize } from '#web/base/map/use-map-size.ts';
import { isMinZoom, type MapSize, zoomBy } from '#web/base/map/view.ts';
import { ZoomButtons } from '#web/base/map/zoom-buttons.tsx';
import type { SearchParams } from '#web/base/search-box/search-params.ts';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { MapMarkers, toMarks } from './markers.tsx';
import { useMapArea } from './use-map-area.ts';

// Sixteen times the area.
const FARTHER = 4;

/** The properties of the map of results. */
export interface ResultsMapProps {
  search: SearchParams;
  /** The listing whose pin and row are highlighted. */
  highlightedId: number | undefined;
  onHighlight: (id: number | undefined) => void;
}

/** The map, sized to its container. */
export function InteractiveMap(props: ResultsMapProps) {
  const { ref, size } = useMapSize();
  return (
    <div ref={ref} className="absolute inset-0 top-13">
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
  const [spreadKey, setSpreadKey] = useState<string>();
  const marks = useMemo(() => (data ? toMarks(data, spreadKey) : []), [data, spreadKey]);
  const count = data?.clusters.reduce((sum, cluster) => sum + cluster.count, data.pins.length + data.dots.length);
  return (
    <>
      <div className="bar">
        <label>
          <input type="checkbox" checked={autoUpdate} onChange={({ target }) => setAutoUpdate(target.checked)} />
          {t('Update as I move the map')}
        </label>
        <ZoomButtons view={view} size={size} updateView={updateView} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form. */}
      <div
        {...gestures}
        role="group"
        aria-label={t('Map of results')}
        aria-describedby="map-keys"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys pan the map.
        tabIndex={0}
        className={clsx('window', mapQuery.isPlaceholderData && 'waiting')}
      >
        <MapCanvas view={view} size={size} marks={marks} />
        {data && (
          <MapMarkers
            data={data}
            view={view}
            size={size}
            search={search}
            highlightedId={highlightedId}
            onHighlight={onHighlight}
            isCloser={isCloser}
            spreadKey={spreadKey}
            onSpread={setSpreadKey}
            onZoomTo={(box) => {
              updateView(() => fitBoxPadded(box));
              // The pressed button is removed, so the focus moves to the map.
              gestures.ref.current?.focus({ preventScroll: true });
            }}
          />
        )}
      </div>
      <p id="map-keys" hidden>
        {t(
          'Drag, click or use the arrow keys to move. Use + and − to zoom. Everything on the map is also in the list.',
        )}
      </p>
      {searchHere && (
        <Button size="sm" onClick={searchHere} className="here">
          {t('Search this area')}
        </Button>
      )}
      <div role="status" className="note empty:hidden">
        {count === 0 && !mapQuery.isPlaceholderData && (
          <>
            <p>{t('No results in this area.')}</p>
            {!isMinZoom(view, size) && (
              <Button size="sm" onClick={() => updateView((current) => zoomBy(1 / FARTHER, current, size))}>
                {t('Look farther away')}
              </Button>
            )}
          </>
        )}
      </div>
      {mapQuery.isError && (
        <div role="alert" className="note">
          <p>{t('We couldn’t update the map.')}</p>
          <button type="button" className={buttonClass({ size: 'sm' })} onClick={() => mapQuery.refetch()}>
            {t('Try again')}
          </button>
        </div>
      )}
    </>
  );
}
