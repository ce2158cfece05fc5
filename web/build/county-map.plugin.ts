import type { Plugin } from 'vite';
import { createCountyMap, getMapMeasures } from '#web/base/art/county-shapes.ts';

const MODULE_ID = 'virtual:county-map';
const RESOLVED_ID = `\0${MODULE_ID}`;

/**
 * Vite plugin that provides `virtual:county-map`: the size and positions of the counties on the map, computed at build time
 * from `data/socal_counties.geojson`. The outlines are in a separate SVG file, so that pages do not contain them.
 */
export function countyMap(): Plugin {
  return {
    name: 'county-map',
    resolveId: (id) => (id === MODULE_ID ? RESOLVED_ID : undefined),
    async load(id) {
      if (id !== RESOLVED_ID) return;
      const file = `${this.environment.config.root}/data/socal_counties.geojson`;
      this.addWatchFile(file);
      const counties = JSON.parse(await this.fs.readFile(file, { encoding: 'utf8' }));
      return `export const countyMap = ${JSON.stringify(getMapMeasures(createCountyMap(counties)))};`;
    },
  };
}
