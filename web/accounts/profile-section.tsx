import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { businessNameSchema, emailChangeSchema, type User } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import { send } from '#web/base/api/api.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { invalidateUser } from '#web/base/session/session.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { Form, FormInput, SubmitButton, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { LanguagePanel } from './language-panel.tsx';
import { MailingsPanel } from './mailings-panel.tsx';
import { Panel } from './panel.tsx';
import { PasswordField } from './password-field.tsx';

/** Business name, email address, the language of emails, and recurring ones about listings. */
export function ProfileSection({ user, isOwner }: { user: User; isOwner: boolean }) {
  return (
    <Section id="profile" title={t('Profile')}>
      {isOwner && <BusinessNameForm user={user} />}
      <EmailForm user={user} />
      <LanguagePanel user={user} />
      <MailingsPanel isOwner={isOwner} />
    </Section>
  );
}

function BusinessNameForm({ user }: { user: User }) {
  const client = useQueryClient();
  const { runMutation } = useRunMutation();
  const form = useSchemaForm<z.infer<typeof businessNameSchema>>({
    schema: businessNameSchema,
    defaultValues: { businessName: user.businessName ?? '' },
    onSubmit: (profile) =>
      runMutation(t('Couldn’t save'), async () => {
        await send('PATCH', '/api/user', profile);
        await invalidateUser(client);
        toast({
          title: t('Saved'),
          description: t('Your business name is now {name}.', { name: profile.businessName }),
          tone: 'success',
        });
      }),
  });
  return (
    <Panel title={t('Business name')} lead={t('We use it to greet you and to start new listings.')}>
      <Form
        form={form}
        actions={
          <SubmitButton form={form} busyLabel={t('Saving...')} className="justify-self-start">
            {t('Save')}
          </SubmitButton>
        }
      >
        <FormInput form={form} name="businessName" label={t('Business Name')} autoComplete="organization" />
      </Form>
    </Panel>
  );
}

function EmailForm({ user }: { user: User }) {
  const client = useQueryClient();
  const { runMutation } = useRunMutation();
  const form = useSchemaForm<z.infer<typeof emailChangeSchema>>({
    schema: emailChangeSchema,
    onSubmit: (change) =>
      runMutation(t('Couldn’t change your email'), async () => {
        await send('POST', '/api/user/email', change);
        await invalidateUser(client);
        form.reset();
        toast({
          title: t('Email sent'),
          description: t('Open the link in the email we sent to {email}.', { email: change.email }),
          tone: 'success',
        });
      }),
  });
  return (
    <Panel
      title={t('Email')}
      lead={
        <div className="grid justify-items-start gap-2">
          <span className="wrap-anywhere text-ink">{user.email ?? t('None yet')}</span>
          {user.email && (
            <Badge tone={user.emailConfirmed ? 'success' : 'neutral'}>
              {user.emailConfirmed ? t('Confirmed') : t('Not confirmed')}
            </Badge>
          )}
          <span>{t('A new address takes effect when you open the link we email to it.')}</span>
        </div>
      }
    >
      {user.pendingEmail && (
        <p className="mb-5 flex gap-3 rounded-field bg-pacific-wash px-3.5 py-3">
          <Icon name="clock" className="mt-0.5 size-5 shrink-0 text-pacific" />
          <span className="wrap-anywhere">
            {rich('Waiting for <strong>{email}</strong> to be confirmed.', {
              strong: (text) => <strong className="font-semibold">{text}</strong>,
              email: user.pendingEmail,
            })}
          </span>
        </p>
      )}
      <Form
        form={form}
        actions={
          <SubmitButton form={form} busyLabel={t('Sending...')} className="justify-self-start">
            {t('Change email')}
          </SubmitButton>
        }
      >
        <FormInput form={form} name="email" label={t('New email')} type="email" autoComplete="email" />
        <PasswordField form={form} name="password" label={t('Password')} autoComplete="current-password" />
      </Form>
    </Panel>
  );
}
