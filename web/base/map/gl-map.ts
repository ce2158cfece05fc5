import { Map as MapLibre, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { type MapColors, readMapColors } from './map-colors.ts';
import { OWN_NAMES, toMapStyle } from './map-style.ts';
import type { MapMark } from './marks.ts';
import { loadOutlines } from './outlines.ts';
import { type MapView, toCamera } from './view.ts';

/** A map that MapLibre draws. It follows the view that it is given, and handles no input by itself. */
export interface GlMap {
  setView(view: MapView): void;
  setMarks(marks: MapMark[]): void;
}

/** The transparent image that reserves a mark's space: its radius in pixels. */
const COVER_PX = 16;

/**
 * Creates a map in an element, which it fills.
 * @param initial what to show at first, read when the map is made
 * @param tilesPath of the PMTiles archive with streets
 * @param onLost called if the graphics card drops the map
 * @param onStreetsLost called if tiles cannot be loaded; the rest of the map stays
 * @param signal removes the map
 * @returns when it is drawn for the first time
 * @throws where WebGL or the outlines fail
 */
export async function createGlMap({
  element,
  initial,
  tilesPath,
  onLost,
  onStreetsLost,
  signal,
}: {
  element: HTMLElement;
  initial: () => { view: MapView; marks: MapMark[] };
  tilesPath: string;
  onLost: () => void;
  onStreetsLost: () => void;
  signal: AbortSignal;
}): Promise<GlMap> {
  const [outlines, tiles] = await Promise.all([
    loadOutlines(),
    import('./street-tiles.ts'),
    document.fonts.load('13px "Figtree Variable"'),
  ]);
  signal.throwIfAborted();
  setWorkerUrl(new URL(workerUrl, location.href).href);
  let marks = toCollection(initial().marks);
  const createStyle = () => {
    const colors = readMapColors(element);
    const streets = { url: tiles.toTilesUrl(tilesPath), layers: tiles.toStreetLayers(colors, OWN_NAMES) };
    return toMapStyle({ outlines, colors, marks, streets });
  };
  const map = new MapLibre({
    container: element,
    style: createStyle(),
    ...toCamera(initial().view),
    interactive: false,
    attributionControl: false,
    fadeDuration: 0,
    renderWorldCopies: false,
    pixelRatio: Math.min(devicePixelRatio, 2),
  });
  // The element around the map is what has the focus and a name.
  for (const name of ['tabindex', 'role', 'aria-label']) map.getCanvas().removeAttribute(name);
  map.addImage('cover', { width: 2 * COVER_PX, height: 2 * COVER_PX, data: new Uint8Array(16 * COVER_PX ** 2) });
  map.addImage('shield', drawShield(readMapColors(element)), SHIELD_STRETCH);
  map.on('webglcontextlost', onLost);
  map.on('error', ({ error, ...event }) => {
    if ('sourceId' in event && event.sourceId === 'streets') onStreetsLost();
    else console.error(error);
  });
  const stopWatching = onThemeChange(() => {
    map.updateImage('shield', drawShield(readMapColors(element)));
    map.setStyle(createStyle());
  });
  signal.addEventListener('abort', () => {
    stopWatching();
    map.remove();
  });
  await new Promise((resolve, reject) => {
    map.once('idle', resolve);
    signal.addEventListener('abort', reject);
  });
  return {
    setView: (view) => void map.jumpTo(toCamera(view)),
    setMarks(next) {
      marks = toCollection(next);
      (map.getSource('marks') as { setData?: (data: GeoJSON.GeoJSON) => void } | undefined)?.setData?.(marks);
    },
  };
}

const SHIELD_PX = 20;
/** The middle of a shield, which becomes as large as its number. */
const SHIELD_STRETCH = {
  stretchX: [[7, 13]] as [number, number][],
  stretchY: [[7, 13]] as [number, number][],
  content: [4, 2, 16, 18] as [number, number, number, number],
};

/** The plate behind the number of a route. */
function drawShield(colors: MapColors): ImageData {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SHIELD_PX;
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.fillStyle = colors.road;
  context.strokeStyle = colors['highway-edge'];
  context.lineWidth = 1.5;
  context.roundRect(1, 1, SHIELD_PX - 2, SHIELD_PX - 2, 4);
  context.fill();
  context.stroke();
  return context.getImageData(0, 0, SHIELD_PX, SHIELD_PX);
}

const toCollection = (marks: MapMark[]): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features: marks.map(({ point: { lat, lng }, radius, anchor }) => ({
    type: 'Feature',
    properties: { size: radius / COVER_PX, anchor },
    geometry: { type: 'Point', coordinates: [lng, lat] },
  })),
});

/** Calls back when the theme changes, in the system or on the page. */
function onThemeChange(callback: () => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const observer = new MutationObserver(callback);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  dark.addEventListener('change', callback);
  return () => {
    observer.disconnect();
    dark.removeEventListener('change', callback);
  };
}
