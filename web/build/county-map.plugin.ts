import type { Plugin } from 'vite';
import { countyMapOf, measuresOf } from '../art/county-shapes.ts';

const MODULE = 'virtual:county-map';
const RESOLVED = `\0${MODULE}`;

/**
 * Vite plugin that provides `virtual:county-map`: where the counties are on the map that `data/socal_counties.geojson`
 * makes. It is measured when the site is built, and its paths are in a sheet, so that no page carries either.
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
      return `export const countyMap = ${JSON.stringify(measuresOf(countyMapOf(counties)))};`;
    },
  };
}
