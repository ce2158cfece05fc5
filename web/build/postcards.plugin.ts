import type { Plugin } from 'vite';
import { COUNTY_MAP_PATH } from '../art/county-map-path.ts';
import { countyMapSheet } from '../art/county-map-sheet.ts';
import { countyMapOf } from '../art/county-shapes.ts';
import { ICONS_PATH, iconSheet } from '../art/icon-sheet.ts';
import { postcardFiles } from '../art/scenes.ts';

/**
 * Vite plugin for the pictures that are files: every postcard under `/postcards/` and the sheets of icons and of
 * the county map. The build writes them beside the scripts, under fixed names; the development server serves them.
 */
export function postcards(): Plugin {
  let pictures = new Map<string, string>();
  return {
    name: 'postcards',
    applyToEnvironment: (environment) => environment.name === 'client',
    async buildStart() {
      const read = (file: string) =>
        this.fs.readFile(`${this.environment.config.root}/data/${file}`, { encoding: 'utf8' });
      pictures = new Map([
        ...postcardFiles(),
        [ICONS_PATH, await iconSheet(await read('categories.csv'))],
        [COUNTY_MAP_PATH, countyMapSheet(countyMapOf(JSON.parse(await read('socal_counties.geojson'))))],
      ]);
    },
    generateBundle() {
      for (const [path, source] of pictures) this.emitFile({ type: 'asset', fileName: path.slice(1), source });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const picture = pictures.get(request.url?.split('?')[0] ?? '');
        if (picture === undefined) return next();
        response.setHeader('Content-Type', 'image/svg+xml').setHeader('Cache-Control', 'no-cache').end(picture);
      });
    },
  };
}
