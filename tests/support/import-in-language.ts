import { vi } from 'vitest';
import type { Language } from '#contract/i18n/languages.ts';

/** Imports modules of the pages as the build of a language has them. No other test, nor another file of this worker, gets them. */
export async function importInLanguage<Module>(language: Language, load: () => Promise<Module>): Promise<Module> {
  vi.resetModules();
  vi.stubEnv('LANGUAGE', language);
  try {
    return await load();
  } finally {
    vi.unstubAllEnvs();
    vi.resetModules();
  }
}
