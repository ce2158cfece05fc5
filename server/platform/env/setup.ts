import type { SetupStep } from '#contract/admin/health.ts';
import type { SettingValues } from '#contract/admin/settings.ts';

/** How the site is called, and where visitors write to, until the operator says so. */
export const PLACEHOLDERS = {
  siteName: 'SoCal Local',
  operator: 'SoCal Local Broadband',
  supportEmail: 'support@socal-local.example',
} satisfies Partial<SettingValues>;

/** What a site in production has, and this one has not yet, in the order in which one would set it up. */
export function findMissingSetup({
  settings,
  env,
  payments,
}: {
  settings: SettingValues;
  env: { SMTP_URL?: string; BACKUP_TO?: string };
  payments: 'live' | 'simulated' | 'closed';
}): SetupStep[] {
  const { facebookUrl, instagramUrl, xUrl, linkedinUrl } = settings;
  const isMissing: Record<SetupStep, boolean> = {
    name: settings.siteName === PLACEHOLDERS.siteName && settings.operator === PLACEHOLDERS.operator,
    address: settings.postalAddress === '',
    mailbox: settings.supportEmail === PLACEHOLDERS.supportEmail,
    profiles: [facebookUrl, instagramUrl, xUrl, linkedinUrl].every((url) => url === ''),
    payments: payments !== 'live',
    mail: env.SMTP_URL === undefined,
    backups: env.BACKUP_TO === undefined,
  };
  return (Object.keys(isMissing) as SetupStep[]).filter((step) => isMissing[step]);
}
