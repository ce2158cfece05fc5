import type { Environment, Plugin } from 'vite';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#contract/i18n/languages.ts';
import { readCatalog, toMessages } from '#web/build/messages/catalogs.ts';
import { compileModule } from '#web/build/messages/compile-module.ts';

const LANGUAGE_DEFINE = 'import.meta.env.LANGUAGE';

/** The definition that makes the pages of an environment those of a language. */
export const defineLanguage = (language: Language) => ({ [LANGUAGE_DEFINE]: JSON.stringify(language) });

/**
 * Vite plugin that builds the pages once for each language: it puts the texts of the language of the environment in the place of
 * messages. So pages contain only their own texts, in one language.
 * See docs/decisions/0129-one-build-of-the-pages-for-each-language.md.
 */
export function messages(): Plugin {
  const catalogs = new Map<string, Map<string, string>>();
  return {
    name: 'messages',
    enforce: 'pre',
    buildStart: () => catalogs.clear(),
    transform: {
      filter: { id: /\/(?:web|contract)\/.*\.tsx?$/ },
      handler(code, id) {
        const language = toLanguage(this.environment);
        const { root } = this.environment.config;
        let catalog = catalogs.get(language);
        if (!catalog) {
          catalog = toMessages(readCatalog(root, language));
          catalogs.set(language, catalog);
        }
        const compiled = compileModule(id, code, language, (key) => catalog.get(key));
        return compiled === undefined ? undefined : { code: compiled, map: null };
      },
    },
    hotUpdate({ file, server }) {
      if (!/\/content\/\w+\/messages\/[^/]+\.json$/.test(file)) return;
      catalogs.clear();
      this.environment.moduleGraph.invalidateAll();
      server.ws.send({ type: 'full-reload' });
    },
  };
}

/** The language of an environment: what it defines as `import.meta.env.LANGUAGE`. */
function toLanguage({ config }: Environment): Language {
  const defined: unknown = config.define?.[LANGUAGE_DEFINE];
  const code = typeof defined === 'string' ? JSON.parse(defined) : undefined;
  return isLanguage(code) ? code : DEFAULT_LANGUAGE;
}
