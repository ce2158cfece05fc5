import type { Language } from '#contract/i18n/languages.ts';
import type { Env } from '#server/platform/env/env.ts';
import { inLanguage } from '#server/platform/http/request-language.ts';
import { examine } from './doctor.ts';

// The process that checks the deployment for the page of the administrator. It gets the environment as a message.
process.once('message', async ({ env, language }: { env: Env; language: Language }) => {
  const findings = await inLanguage(language, () => examine(env));
  // A check that timed out may never end.
  process.send?.(findings, () => process.exit());
});
process.once('disconnect', () => process.exit());
