import type { FirstMessageForm } from '#contract/conversations/conversations.ts';
import { t } from '#contract/i18n/t.ts';
import { useUser } from '#web/base/session/user.ts';
import { FormInput, type SchemaForm } from '#web/base/ui/form/form.tsx';

/** Who writes to a business: a form whose schema has these fields of a first message. */
type Sender = Pick<FirstMessageForm, 'name' | 'email'>;

/** The name, and the address that answers go to: that of the account, if there is one. */
export function SenderFields<Form extends Sender>({ form }: { form: SchemaForm<Form> }) {
  const { user } = useUser();
  const sender = form as unknown as SchemaForm<Sender>;
  return (
    <>
      <FormInput form={sender} name="name" label={t('Your name')} autoComplete="name" />
      {user?.email ? (
        <div>
          <p className="font-semibold">{t('Answers go to')}</p>
          <p className="wrap-anywhere mt-2">{user.email}</p>
        </div>
      ) : (
        <FormInput form={sender} name="email" label={t('Your email')} type="email" autoComplete="email" />
      )}
    </>
  );
}
