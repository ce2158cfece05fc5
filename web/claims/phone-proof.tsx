import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { type PhoneCodeForm, phoneCodeSchema } from '#contract/ownership/claims.ts';
import { send } from '#web/base/api/api.ts';
import { runMutation } from '#web/base/api/run-mutation.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Form, FormInput, SubmitButton, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { ClaimStep, type ClaimStepProps } from './claim-step.tsx';

/** A code that is sent to the listed number by text message or call. */
export function PhoneProof({
  listing,
  phone,
  onProven,
  onOther,
}: Pick<ClaimStepProps, 'listing'> & { phone: string; onProven: () => void; onOther: () => void }) {
  const [way, setWay] = useState<'sms' | 'call'>();
  const { runMutation: run, busy } = useRunMutation();
  const sendCode = async (by: 'sms' | 'call') => {
    const failure = await run(t('Couldn’t send the code'), () =>
      send('POST', `/api/ads/${listing.id}/claims/phone-codes`, { way: by }),
    );
    if (!failure) setWay(by);
    else if (failure.status === 409) onOther();
  };
  const form = useSchemaForm<PhoneCodeForm>({
    schema: phoneCodeSchema,
    onSubmit: (values) =>
      runMutation(t('Couldn’t claim'), async () => {
        await send('POST', `/api/ads/${listing.id}/claims/phone-codes/redeem`, values);
        onProven();
      }),
  });
  const number = <strong className="whitespace-nowrap font-semibold tabular-nums">{phone}</strong>;
  const other = (
    <Button variant="secondary" onClick={onOther}>
      {t('Claim it another way')}
    </Button>
  );

  if (way === undefined)
    return (
      <ClaimStep
        actions={
          <>
            <Button busy={busy} onClick={() => sendCode('sms')}>
              {t('Text me a code')}
            </Button>
            <Button variant="secondary" disabled={busy} onClick={() => sendCode('call')}>
              {t('Call me with a code')}
            </Button>
            {other}
          </>
        }
      >
        <p className="typed">
          {rich('Do you answer {number}? A code that we send there proves that {business} is yours.', {
            number,
            business: <bdi className="font-semibold">{listing.businessName}</bdi>,
          })}
        </p>
      </ClaimStep>
    );
  return (
    <ClaimStep
      actions={
        <>
          <SubmitButton form={form} busyLabel={t('Claiming...')}>
            {t('Claim this listing')}
          </SubmitButton>
          <Button variant="secondary" busy={busy} onClick={() => sendCode(way)}>
            {t('Send a new code')}
          </Button>
          {other}
        </>
      }
    >
      <Form form={form}>
        <p>
          {way === 'sms'
            ? rich('We texted a code to {number}. It works for 10 minutes.', { number })
            : rich('We’re calling {number} with a code. It works for 10 minutes.', { number })}
        </p>
        <FormInput form={form} name="code" label={t('Code')} inputMode="numeric" autoComplete="one-time-code" />
      </Form>
    </ClaimStep>
  );
}
