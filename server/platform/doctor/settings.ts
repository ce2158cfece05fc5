import type { Finding } from '#contract/admin/health.ts';
import { t } from '#contract/i18n/t.ts';
import type { Env } from '#server/platform/env/env.ts';
import { describeUnknownVariable } from '#server/platform/env/unknown-variables.ts';
import { findRisks, isProduction } from '#server/platform/env/unsafe-settings.ts';
import { getConfigWarnings } from '#server/platform/stripe/stripe-config.ts';
import { createFindings } from './finding.ts';

const { ok, warning, error } = createFindings(() => t('Settings'));

/** The settings, as a start checks them. */
export function checkSettings(env: Env): Finding[] {
  const risks = findRisks(env).map(({ name, fault }) =>
    env.ALLOW_UNSAFE.includes(name)
      ? warning(t('{fault} (accepted by ALLOW_UNSAFE)', { fault }))
      : error(t('{fault} (a start refuses this)', { fault })),
  );
  const unknown = isProduction(env) ? [] : env.unknownVariables.map((name) => warning(describeUnknownVariable(name)));
  const found = [...risks, ...unknown, ...getConfigWarnings(env).map(warning)];
  if (found.length > 0) return found;
  return [
    ok(
      isProduction(env)
        ? t('They are safe for production.')
        : t('This is not production: ORIGIN is {origin}.', { origin: env.ORIGIN }),
    ),
  ];
}
