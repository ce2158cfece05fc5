import type { Plugin } from 'vite';
import { CATEGORY_ICONS_PATH, categoryIconSheet } from './category-icons.ts';
import { postcardFiles } from './scenes.ts';

/**
 * Vite plugin for the pictures that are files: every postcard under `/postcards/` and the sheet of category icons. The
 * build writes them beside the scripts, under fixed names; the development server draws them when they are asked for.
 */
export function postcards(): Plugin {
  let pictures = new Map<string, string>();
  return {
    name: 'postcards',
    applyToEnvironment: (environment) => environment.name === 'client',
    async buildStart() {
      const categories = `${this.environment.config.root}/data/categories.csv`;
      const csv = await this.fs.readFile(categories, { encoding: 'utf8' });
      pictures = new Map([...postcardFiles(), [CATEGORY_ICONS_PATH, await categoryIconSheet(csv)]]);
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
