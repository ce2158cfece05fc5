import { useQueryClient } from '@tanstack/react-query';
import type { Profile, User } from '#contract/accounts.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { send } from '#web/base/api/api.ts';
import { invalidateUser } from '#web/base/session/session.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { Select } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { Panel } from './panel.tsx';

/** The setting for the language in which the account gets emails. */
export function LanguagePanel({ user }: { user: User }) {
  const client = useQueryClient();
  const { runMutation, busy } = useRunMutation();
  const change = (language: Language) =>
    runMutation(t('Couldn’t save'), async () => {
      await send('PATCH', '/api/user', { language } satisfies Profile);
      await invalidateUser(client);
      toast({
        title: t('Saved'),
        description: t('We’ll write to you in this language: {language}.', { language: LANGUAGE_NAMES[language] }),
        tone: 'success',
      });
    });
  return (
    <Panel
      title={t('Language of emails')}
      lead={t(
        'We write emails, receipts, invoices and notifications in it. Pages have the language that you open them in.',
      )}
    >
      <Field label={t('Language of emails')} hint={busy ? t('Saving...') : undefined}>
        {(control) => (
          <Select
            {...control}
            value={user.language}
            disabled={busy}
            onChange={({ target }) => void change(target.value as Language)}
          >
            {LANGUAGES.map((language) => (
              <option key={language} value={language} lang={language}>
                {LANGUAGE_NAMES[language]}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </Panel>
  );
}
