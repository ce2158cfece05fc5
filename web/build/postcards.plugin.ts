import type { Plugin } from 'vite';
import { COUNTY_MAP_PATH } from '#web/base/art/county-map-path.ts';
import { countyMapSheet } from '#web/base/art/county-map-sheet.ts';
import { createCountyMap } from '#web/base/art/county-shapes.ts';
import { ICONS_PATH, iconSheet } from '#web/base/art/icon-sheet.ts';
import { type Drawings, postcardFiles, SCENE_PLACES } from '#web/base/art/scenes.ts';

/**
 * Vite plugin for the generated SVG files: every postcard under `/postcards/`, the icon sheet and the county map. The build
 * writes them under fixed names; the development server serves them, and redraws them when a drawing changes.
 */
export function postcards(): Plugin {
  let pictures = new Map<string, string>();
  let drawPictures = async () => {};
  return {
    name: 'postcards',
    applyToEnvironment: (environment) => environment.name === 'client',
    async buildStart() {
      const read = (file: string) => this.fs.readFile(`${this.environment.config.root}/${file}`, { encoding: 'utf8' });
      drawPictures = async () => {
        const drawings = SCENE_PLACES.map(async (place) => [place, await read(`web/base/art/scenes/${place}.svg`)]);
        pictures = new Map([
          ...postcardFiles(Object.fromEntries(await Promise.all(drawings)) as Drawings),
          [ICONS_PATH, await iconSheet(await read('data/categories.csv'))],
          [COUNTY_MAP_PATH, countyMapSheet(createCountyMap(JSON.parse(await read('data/socal_counties.geojson'))))],
        ]);
      };
      await drawPictures();
    },
    generateBundle() {
      for (const [path, source] of pictures) this.emitFile({ type: 'asset', fileName: path.slice(1), source });
    },
    configureServer(server) {
      server.watcher.on('change', (file) => {
        if (file.endsWith('.svg')) drawPictures().catch((error: Error) => server.config.logger.error(error.message));
      });
      server.middlewares.use((request, response, next) => {
        const picture = pictures.get(request.url?.split('?')[0] ?? '');
        if (picture === undefined) return next();
        response.setHeader('Content-Type', 'image/svg+xml').setHeader('Cache-Control', 'no-cache').end(picture);
      });
    },
  };
}
