import type { SetupStep } from '#contract/admin/health.ts';
import { t } from '#contract/i18n/t.ts';
import { useSecondFactors } from '#web/accounts/second-factor/second-factor-queries.ts';
import { useSiteState } from '#web/admin/admin-queries.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Icon } from '#web/base/ui/icon.tsx';

interface Step {
  title: string;
  /** What happens until the step is done. */
  text: string;
  /** Where it is set up: a page, or a variable of the environment. */
  href?: string;
  variable?: string;
}

const SETTINGS = '/admin?tab=settings';

const STEPS: Record<SetupStep | 'second-factor', Step> = {
  name: {
    title: t('Name and operator'),
    text: t('Pages and emails use the names that the program comes with.'),
    href: SETTINGS,
  },
  address: {
    title: t('Postal address'),
    text: t('The footer and the contact page name only the operator. Emails to owners need one by law.'),
    href: SETTINGS,
  },
  mailbox: {
    title: t('Support mailbox'),
    text: t('“Email us” leads to an address that doesn’t exist.'),
    href: SETTINGS,
  },
  profiles: {
    title: t('Social profiles'),
    text: t('The footer shows no icons until there’s a profile to open.'),
    href: SETTINGS,
  },
  payments: {
    title: t('Card payments'),
    text: t('No card is charged.'),
    variable: 'STRIPE_SECRET_KEY',
  },
  mail: {
    title: t('Outgoing email'),
    text: t('Emails become files in the data folder, and nobody gets them.'),
    variable: 'SMTP_URL',
  },
  backups: {
    title: t('Backups'),
    text: t('Nothing is backed up automatically. Until then, use ‘Back up now’ under Health.'),
    variable: 'BACKUP_TO',
  },
  'second-factor': {
    title: t('Two-step verification'),
    text: t('Your password alone opens your account.'),
    href: '/account#security',
  },
};

/** What the operator has not set up yet, for those who can; nothing once all of it is. */
export function SetupChecklist() {
  const { data: site } = useSiteState();
  const { data: factors } = useSecondFactors();
  if (!site || site.notSetUp === null || !factors) return null;
  const hasFactor = factors.passkeys.length > 0 || Boolean(factors.totp);
  const steps = [...site.notSetUp, ...(hasFactor ? [] : ['second-factor' as const])].map((step) => STEPS[step]);
  if (steps.length === 0) return null;
  return (
    <section aria-labelledby="setup" className="mt-8">
      <h3 id="setup" className="text-lg">
        {t('Not set up yet')}
      </h3>
      <ul className="mt-3 divide-y divide-line rounded-card border bg-card">
        {steps.map(({ title, text, href, variable }) => (
          <li key={title} className="flex items-start gap-3 px-4 py-3">
            <Icon name="info" className="mt-1 size-4 shrink-0 text-muted" />
            <div className="min-w-0">
              {href ? (
                <a href={href} className="link font-semibold">
                  {title}
                </a>
              ) : (
                <span className="font-semibold">{title}</span>
              )}
              <p className="text-muted text-sm">
                {text}{' '}
                {variable &&
                  rich(
                    'Whoever runs the server sets it up as <code>{variable}</code> in the settings of the server, and restarts the program. If that’s somebody else, send them this sentence.',
                    {
                      variable,
                      code: (name) => <code>{name}</code>,
                    },
                  )}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
