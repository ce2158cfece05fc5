import { t } from '#contract/i18n/t.ts';
import './open-map.css';
import clsx from 'clsx';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useSite } from '#web/base/api/site.tsx';
import { DrawnMap } from './drawn-map.tsx';
import type { GlMap } from './gl-map.ts';
import { hasWebGl } from './has-web-gl.ts';
import type { MapMark } from './marks.ts';
import { type MapSize, type MapView, needsStreets } from './view.ts';

/**
 * What is below the pins of a map: drawn by MapLibre with streets, or as an SVG until that is loaded and where there is no WebGL. Where
 * it is zoomed in so far that little else is left, it says that the streets are missing.
 * @param marks the pins and circles on it, which its names avoid
 */
export function MapCanvas({ view, size, marks }: { view: MapView; size: MapSize; marks: MapMark[] }) {
  const { mapTiles: tilesPath } = useSite();
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<GlMap>();
  const [streetsLost, setStreetsLost] = useState(!hasWebGl());
  const latest = useRef({ view, marks });
  latest.current = { view, marks };

  useEffect(() => {
    if (!hasWebGl()) return;
    const controller = new AbortController();
    const { signal } = controller;
    const element = container.current as HTMLElement;
    const onStreetsLost = () => setStreetsLost(true);
    // The drawn map stays.
    const onLost = () => {
      if (signal.aborted) return;
      setMap(undefined);
      onStreetsLost();
    };
    import('./gl-map.ts')
      .then(({ createGlMap }) =>
        createGlMap({ element, initial: () => latest.current, tilesPath, onLost, onStreetsLost, signal }),
      )
      .then(setMap, onLost);
    return () => controller.abort();
  }, [tilesPath]);

  useLayoutEffect(() => map?.setView(view), [map, view]);
  useEffect(() => map?.setMarks(marks), [map, marks]);

  return (
    <>
      <div ref={container} aria-hidden="true" className={clsx('gl-map', !map && 'invisible')} />
      {!map && <DrawnMap view={view} size={size} marks={marks} />}
      {streetsLost && needsStreets(view) && <p className="without-streets">{t('We couldn’t load the streets.')}</p>}
      {!streetsLost && (
        <p className="map-credit">
          <a href="https://www.openstreetmap.org/copyright">© OpenStreetMap</a>
        </p>
      )}
    </>
  );
}
