/** What `vite.config.ts` defines. */
interface ImportMetaEnv {
  /** The language of the build; undefined in tests, which run the sources. */
  readonly LANGUAGE?: import('#contract/i18n/languages.ts').Language;
}
