import type { Plugin } from 'vite';
import { countyMapOf } from './county-shapes.ts';

const MODULE = 'virtual:county-map';
const RESOLVED = `\0${MODULE}`;

/**
 * Vite plugin that provides `virtual:county-map`: the map's paths, drawn from `data/socal_counties.geojson` when the
 * site is built, so that no page carries a projection.
 */
export function countyMap(): Plugin {
  return {
    name: 'county-map',
    resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
    async load(id) {
      if (id !== RESOLVED) return;
      const file = `${this.environment.config.root}/data/socal_counties.geojson`;
      this.addWatchFile(file);
      const counties = JSON.parse(await this.fs.readFile(file, { encoding: 'utf8' }));
      return `export const countyMap = ${JSON.stringify(countyMapOf(counties))};`;
    },
  };
}
