import { useState } from 'react';
import type { EmailSample } from '#contract/admin/emails/samples.ts';
import { hasPermission } from '#contract/admin/roles.ts';
import { LANGUAGE_NAMES, type Language } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { ListFilter } from '#web/admin/list-filter.tsx';
import { toEditorPath } from '#web/admin/texts/editor-path.ts';
import { sendSample, useEmailSamples } from '#web/admin/texts/email-samples.ts';
import { LANGUAGE } from '#web/base/i18n/language.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { useUser } from '#web/base/session/user.ts';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { Disclosure } from '#web/base/ui/disclosure.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { TextInput } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { ConfirmAddress } from './confirm-address.tsx';
import { isFound } from './find-email.ts';

const WIDTHS = { desktop: t('On a computer'), phone: t('On a phone') };
type Width = keyof typeof WIDTHS;

/** Every email that the program sends, as it is sent now, with sample data. */
export function Emails() {
  const [language, setLanguage] = useState<Language>(LANGUAGE);
  const { data, error, refetch } = useEmailSamples(language);
  const [width, setWidth] = useState<Width>('desktop');
  const [find, setFind] = useState('');
  const found = (data?.emails ?? []).filter((email) => isFound(email, find));
  if (error && !data)
    return (
      <div role="alert">
        <EmptyState
          title={t('Failed to fetch the emails')}
          action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}
        >
          {error.message}
        </EmptyState>
      </div>
    );
  return (
    <>
      <p className="mb-4 max-w-measure text-muted">
        {t(
          'All emails are plain text, so that they arrive and can be read everywhere. Their names and footer are in the settings. What you see here is made up.',
        )}
      </p>
      <div className="mb-4 max-w-measure">
        <Field label={t('Find an email')} optional hint={t('By its subject, when it’s sent, or its text.')}>
          {(control) => (
            <TextInput
              {...control}
              type="search"
              autoComplete="off"
              maxLength={100}
              value={find}
              onChange={(event) => setFind(event.target.value)}
            />
          )}
        </Field>
      </div>
      <div className="flex flex-wrap gap-x-6">
        <ListFilter options={WIDTHS} value={width} onChange={setWidth} />
        <ListFilter label={t('Language')} options={LANGUAGE_NAMES} value={language} onChange={setLanguage} />
      </div>
      {data ? (
        <div className="grid gap-8">
          <p role="status" className={found.length > 0 ? 'sr-only' : 'text-muted'}>
            {find &&
              t('{count, plural, =0 {No emails match.} one {# email matches.} other {# emails match.}}', {
                count: found.length,
              })}
          </p>
          {[...Map.groupBy(found, ({ group }) => group)].map(([group, emails]) => (
            <section key={group}>
              <h3 className="mb-3 text-lg">{group}</h3>
              <ul className="grid gap-3">
                {emails.map((email) => (
                  <li key={email.id}>
                    <Disclosure
                      summary={
                        <span className="wrap-anywhere">
                          {email.subject}
                          <span className="block font-normal text-muted text-sm">{email.about}</span>
                        </span>
                      }
                    >
                      <Sample email={email} language={language} width={width} address={data.address} />
                    </Disclosure>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      ) : (
        <SkeletonGroup label={t('Loading the emails…')} className="grid gap-3">
          {['accounts', 'listings', 'payments'].map((group) => (
            <Skeleton key={group} className="h-60" />
          ))}
        </SkeletonGroup>
      )}
    </>
  );
}

function Sample({
  email,
  language,
  width,
  address,
}: {
  email: EmailSample;
  language: Language;
  width: Width;
  address: string | null;
}) {
  const { busy, runMutation } = useRunMutation();
  const { user } = useUser();
  const sendToMe = () =>
    runMutation(t('Failed to send'), async () => {
      await sendSample(email.id, language);
      toast({
        title: t('Sample sent'),
        description: t('Look into {address}.', { address: address ?? '' }),
        tone: 'success',
      });
    });
  return (
    <div className="grid justify-items-start gap-3">
      <div className={`wrap-anywhere w-full rounded-field border ${width === 'phone' ? 'max-w-90' : 'max-w-measure'}`}>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 border-b p-3.5 text-sm">
          {(['from', 'to', 'subject'] as const).map((name) => (
            <div key={name} className="contents">
              <dt className="text-muted">{NAMES[name]}</dt>
              <dd>{email[name]}</dd>
            </div>
          ))}
        </dl>
        <p lang={language} className="whitespace-pre-line p-3.5">
          {email.text}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="sm" busy={busy} disabled={address === null} onClick={sendToMe}>
          {!busy && <Icon name="mail" />}
          {busy ? t('Sending...') : t('Send to me')}
        </Button>
        {hasPermission(user?.role ?? null, 'texts') && (
          <a href={toEditorPath(email.textKey)} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            {t('Edit its sentences')}
            <span className="sr-only"> {email.subject}</span>
          </a>
        )}
      </div>
      {address === null && <ConfirmAddress />}
    </div>
  );
}

const NAMES = { from: t('From', null, 'sender'), to: t('To', null, 'recipient'), subject: t('Subject') };
