import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { User } from '#contract/accounts.ts';
import { MIN_STAFF_PASSWORD_LENGTH } from '#contract/admin/staff.ts';
import { t } from '#contract/i18n/t.ts';
import { ApiKeys } from '#web/accounts/api-keys/api-keys.tsx';
import { Factors } from '#web/accounts/second-factor/factors.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { Panel } from './panel.tsx';
import { PasswordChangeForm } from './password-change-form.tsx';
import { SESSIONS_PATH, Sessions } from './sessions.tsx';

const Webhooks = lazy(() => import('#web/accounts/webhooks/webhooks.tsx'));

/** Password, second factors, sessions, and the API keys and webhooks of owners. */
export function SecuritySection({ role, isOwner }: { role: User['role']; isOwner: boolean }) {
  const client = useQueryClient();
  return (
    <Section id="security" title={t('Security')}>
      <Panel title={t('Password')} lead={t('Changing your password signs you out on all other devices.')}>
        <PasswordChangeForm
          minLength={role === null ? undefined : MIN_STAFF_PASSWORD_LENGTH}
          onChanged={() => client.invalidateQueries({ queryKey: [SESSIONS_PATH] })}
        />
      </Panel>
      <Panel
        title={t('Two-step verification')}
        lead={t('After your password, confirm it’s you with a passkey or a code from an app.')}
      >
        <Factors />
      </Panel>
      <Sessions />
      {isOwner && (
        <>
          <ApiKeys />
          <Suspense>
            <Webhooks />
          </Suspense>
        </>
      )}
    </Section>
  );
}
