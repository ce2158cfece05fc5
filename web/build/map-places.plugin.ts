import type { Plugin } from 'vite';
import { createCountyMap } from '#web/base/art/county-shapes.ts';
import { projectPlaces } from '#web/base/art/map-places.ts';

const MODULE_ID = 'virtual:map-places';
const RESOLVED_ID = `\0${MODULE_ID}`;

/** Vite plugin that provides `virtual:map-places`: the places of `data/socal_places.csv` with their map coordinates. */
export function mapPlaces(): Plugin {
  return {
    name: 'map-places',
    resolveId: (id) => (id === MODULE_ID ? RESOLVED_ID : undefined),
    async load(id) {
      if (id !== RESOLVED_ID) return;
      const read = (file: string) => {
        const path = `${this.environment.config.root}/data/${file}`;
        this.addWatchFile(path);
        return this.fs.readFile(path, { encoding: 'utf8' });
      };
      const map = createCountyMap(JSON.parse(await read('socal_counties.geojson')));
      return `export const mapPlaces = ${JSON.stringify(projectPlaces(await read('socal_places.csv'), map))};`;
    },
  };
}
