import type { Plugin } from 'vite';
import { countyMapOf } from '../art/county-shapes.ts';
import { placesOnMap } from '../art/map-places.ts';

const MODULE = 'virtual:map-places';
const RESOLVED = `\0${MODULE}`;

/** Vite plugin that provides `virtual:map-places`: the names of `data/socal_places.csv` on the map of the counties. */
export function mapPlaces(): Plugin {
  return {
    name: 'map-places',
    resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
    async load(id) {
      if (id !== RESOLVED) return;
      const read = (file: string) => {
        const path = `${this.environment.config.root}/data/${file}`;
        this.addWatchFile(path);
        return this.fs.readFile(path, { encoding: 'utf8' });
      };
      const map = countyMapOf(JSON.parse(await read('socal_counties.geojson')));
      return `export const mapPlaces = ${JSON.stringify(placesOnMap(await read('socal_places.csv'), map))};`;
    },
  };
}
