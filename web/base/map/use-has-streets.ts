import { useSite } from '#web/base/api/site.tsx';

/** Whether maps can show streets: the site has their tiles, and the browser can draw them. */
export const useHasStreets = () => useSite().mapTiles !== null && hasWebGl();

let supported: boolean | undefined;

/** Asked once, because browsers have few contexts. */
export function hasWebGl(): boolean {
  supported ??= document.createElement('canvas').getContext('webgl2') !== null;
  return supported;
}
