import { expect, it } from 'vitest';
import { SETUP_STEPS } from '#contract/admin/health.ts';
import { getDefaults } from '#server/platform/settings/operator-settings.ts';
import { readEnv } from './env.ts';
import { findMissingSetup } from './setup.ts';

const find = (variables: Record<string, string>, payments: 'live' | 'simulated' | 'closed') => {
  const env = readEnv(variables);
  return findMissingSetup({ settings: getDefaults(env), env, payments });
};

it('a default run misses every step of the set-up', () => {
  expect(find({}, 'simulated')).toEqual(SETUP_STEPS);
});

it('a site where all is set misses none, and one profile is enough', () => {
  const variables = {
    SITE_NAME: 'Orange Pages',
    POSTAL_ADDRESS: '1 Main Street\nIrvine, CA 92614',
    SUPPORT_EMAIL: 'help@orange.example',
    SOCIAL_X_URL: 'https://x.com/orange',
    SMTP_URL: 'smtps://mail.orange.example',
    BACKUP_TO: '/backups',
  };
  expect(find(variables, 'live')).toEqual([]);
  expect(find(variables, 'closed')).toEqual(['payments']);
});
