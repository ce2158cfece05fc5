import type { Plugin, Rolldown } from 'vite';
import { compileTexts, HELP_WORDS_FILE } from './compile-texts.ts';

const MODULE_ID = 'virtual:texts';
const RESOLVED_ID = `\0${MODULE_ID}`;

/**
 * Vite plugin for the texts of `content/`. The server bundle imports all of them as `virtual:texts`; browsers fetch only the
 * text that they show, a small file under `/texts/`. An invalid text fails the build with the name of its file.
 */
export function texts(): Plugin {
  return {
    name: 'texts',
    resolveId: (id) => (id === MODULE_ID ? RESOLVED_ID : undefined),
    async load(id) {
      if (id !== RESOLVED_ID) return;
      return `export const texts = new Map(${JSON.stringify([...(await compile(this))])});`;
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const [path, text] of await compile(this)) {
        this.emitFile({ type: 'asset', fileName: path.slice(1), source: JSON.stringify(text) });
      }
    },
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        if (!request.url?.startsWith('/texts/')) return next();
        const { texts } = (await server.ssrLoadModule(MODULE_ID)) as typeof import('virtual:texts');
        const text = texts.get(request.url);
        if (!text) return next();
        response.setHeader('Content-Type', 'application/json').setHeader('Cache-Control', 'no-cache');
        response.end(JSON.stringify(text));
      });
    },
  };
}

async function compile(context: Rolldown.PluginContext & { environment: { config: { root: string } } }) {
  const folder = `${context.environment.config.root}/content`;
  const sources = new Map<string, string>();
  for (const subfolder of ['', 'blog/', 'help/']) {
    for (const name of await context.fs.readdir(`${folder}/${subfolder}`)) {
      if (name !== HELP_WORDS_FILE && (!name.endsWith('.md') || name === 'README.md')) continue;
      const file = `${folder}/${subfolder}${name}`;
      context.addWatchFile(file);
      sources.set(subfolder + name, await context.fs.readFile(file, { encoding: 'utf8' }));
    }
  }
  return compileTexts(sources);
}
