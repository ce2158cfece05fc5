import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import {
  type EnteredCode,
  type EnteredCodeForm,
  type EnteredCodeInput,
  enteredCodeFormSchema,
} from '#contract/reviews/receipt-codes.ts';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { readToken } from '#web/base/session/captured-token.ts';
import { useUser } from '#web/base/session/user.ts';
import { Card } from '#web/base/ui/card.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { Form, FormInput, SubmitButton, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';

export { EnterCodePage as Component };

/** `/receipt-codes`: takes the code of a card that a business handed out. */
function EnterCodePage() {
  const [sent, setSent] = useState<{ business: string; email: string }>();
  return (
    <Container>
      <Metadata
        title={t('Review a business with a receipt code')}
        description={t('Enter the code of a card that a business in Southern California gave you, and review it.')}
        path="/receipt-codes"
        noindex
      />
      <PageHeading
        title={sent ? t('Check your email') : t('Review a business')}
        lead={
          sent
            ? t('We sent a link to {email}. Open it to write your review of {business}.', {
                email: sent.email,
                business: sent.business,
              })
            : t(
                'Enter the code of the card that the business gave you. It doesn’t see who used which code, and can’t hide or delete your review.',
              )
        }
        breadcrumbs={[{ label: t('Home'), href: '/' }, { label: t('Receipt code') }]}
      />
      {!sent && <CodeForm onSent={setSent} />}
    </Container>
  );
}

function CodeForm({ onSent }: { onSent: (sent: { business: string; email: string }) => void }) {
  const { user } = useUser();
  const navigate = useNavigate();
  const form = useSchemaForm<EnteredCodeForm, EnteredCodeInput>({
    schema: enteredCodeFormSchema,
    defaultValues: { code: '' },
    onSubmit: (input) =>
      toFailure(t('We couldn’t check the code'), async () => {
        const { id, business } = await send<EnteredCode>('POST', '/api/receipt-codes', input);
        if (id !== null) await navigate(`/receipt-codes/${id}`);
        else onSent({ business, email: user?.email ?? input.email ?? '' });
      }),
  });
  // The code in the address of a QR code.
  const { setValue } = form;
  useEffect(() => {
    const code = readToken('code');
    if (code) setValue('code', code);
  }, [setValue]);
  return (
    <Card className="mt-6 max-w-measure p-5">
      <Form form={form}>
        <FormInput
          form={form}
          name="code"
          label={t('Receipt code')}
          autoComplete="off"
          hint={t('Ten characters, such as ABCDE-12345.')}
        />
        {!user?.email && (
          <FormInput
            form={form}
            name="email"
            label={t('Your email')}
            type="email"
            autoComplete="email"
            hint={t('We send you a link. Nobody sees your address.')}
          />
        )}
        <SubmitButton form={form} busyLabel={t('Checking...')}>
          {t('Continue')}
        </SubmitButton>
      </Form>
    </Card>
  );
}
