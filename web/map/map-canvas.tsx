import './open-map.css';
import clsx from 'clsx';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { DrawnMap } from './drawn-map.tsx';
import type { GlMap } from './gl-map.ts';
import type { MapMark } from './marks.ts';
import { type MapSize, type MapView, needsStreets } from './view.ts';

/**
 * What is below the pins of a map: drawn by MapLibre, or as an SVG until that is loaded and where there is no WebGL. It has no
 * streets, and says so where it is zoomed in so far that little else is left.
 * @param marks the pins and circles on it, which its names avoid
 */
export function MapCanvas({ view, size, marks }: { view: MapView; size: MapSize; marks: MapMark[] }) {
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<GlMap>();
  const latest = useRef({ view, marks });
  latest.current = { view, marks };

  useEffect(() => {
    if (!hasWebGl()) return;
    const controller = new AbortController();
    const element = container.current as HTMLElement;
    const onLost = () => setMap(undefined);
    import('./gl-map.ts')
      .then(({ createGlMap }) =>
        createGlMap({ element, initial: () => latest.current, onLost, signal: controller.signal }),
      )
      // The drawn map stays.
      .then(setMap, () => {});
    return () => controller.abort();
  }, []);

  useLayoutEffect(() => map?.setView(view), [map, view]);
  useEffect(() => map?.setMarks(marks), [map, marks]);

  return (
    <>
      <div ref={container} aria-hidden="true" className={clsx('gl-map', !map && 'invisible')} />
      {!map && <DrawnMap view={view} size={size} marks={marks} />}
      {needsStreets(view) && (
        <p className="without-streets">Streets need map tiles, which aren’t set up on this site.</p>
      )}
    </>
  );
}

const hasWebGl = () => document.createElement('canvas').getContext('webgl2') !== null;
