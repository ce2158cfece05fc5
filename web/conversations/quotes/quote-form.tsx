import { useEffect, useState } from 'react';
import {
  type QuoteBusiness,
  type QuoteRequestForm,
  type QuoteRequestInput,
  quoteRequestFormSchema,
  type SentQuote,
} from '#contract/conversations/quotes.ts';
import type { TradeSlug } from '#contract/conversations/trade-slugs.ts';
import { t } from '#contract/i18n/t.ts';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { formatList } from '#web/base/i18n/format.ts';
import { useUser } from '#web/base/session/user.ts';
import { Card } from '#web/base/ui/card.tsx';
import { TextArea, TextInput } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { Form, getFieldError, SubmitButton, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { HumanCheck } from '#web/base/ui/form/human-check.tsx';
import { PictureInput } from '#web/conversations/picture-input.tsx';
import { SenderFields } from '#web/conversations/sender-fields.tsx';
import { BusinessPicker } from './business-picker.tsx';
import { QuoteSent } from './quote-sent.tsx';
import { TradeQuestionFields } from './trade-question-fields.tsx';

interface QuoteFormProps {
  trade: TradeSlug;
  /** The place as the visitor typed it, and its name. */
  near: string;
  place: string;
  businesses: QuoteBusiness[];
  /** The path of all businesses of the trade. */
  others: string;
}

/** The form of a quote request: who gets it, what it is about, and from whom. */
export function QuoteForm({ trade, near, place, businesses, others }: QuoteFormProps) {
  const { user } = useUser();
  const [sent, setSent] = useState<SentQuote & { email: string; names: string[] }>();
  const form = useSchemaForm<QuoteRequestForm, QuoteRequestInput>({
    schema: quoteRequestFormSchema,
    defaultValues: { trade, near, answers: {}, listings: [], key: crypto.randomUUID() },
    onSubmit: (request) =>
      toFailure(t('We couldn’t send your request'), async () => {
        const result = await send<SentQuote>('POST', '/api/quotes', request);
        const names = businesses.filter(({ id }) => request.listings.includes(id)).map(({ name }) => name);
        setSent({ ...result, names, email: request.email ?? user?.email ?? '' });
      }),
  });
  const { setValue, getValues } = form;
  useEffect(() => {
    if (user?.email && !getValues('email')) setValue('email', user.email);
  }, [user, getValues, setValue]);

  if (sent) return <QuoteSent {...sent} />;
  const picked = businesses.filter(({ id }) => form.watch('listings').includes(id));
  return (
    <Card as="section" aria-labelledby="request" className="mt-8 p-4 sm:p-6">
      <h2 id="request" className="mb-5 text-xl">
        {t('Your request')}
      </h2>
      <Form
        form={form}
        actions={
          <div className="grid justify-items-start gap-3">
            <p aria-live="polite">
              {picked.length === 0
                ? t('Pick at least one business to send it to.')
                : t('Goes to {businesses}, and to nobody else.', {
                    businesses: formatList(picked.map(({ name }) => name)),
                  })}
            </p>
            <SubmitButton form={form} busyLabel={t('Sending...')}>
              {t('Send request')}
            </SubmitButton>
          </div>
        }
      >
        <BusinessPicker form={form} businesses={businesses} trade={trade} place={place} others={others} />
        <TradeQuestionFields form={form} trade={trade} />
        <Field
          label={t('Describe the job')}
          hint={t('The more they know, the better the price.')}
          error={getFieldError(form, 'text')}
        >
          {(control) => <TextArea {...control} {...form.register('text')} rows={5} maxLength={3000} />}
        </Field>
        <PictureInput
          error={getFieldError(form, 'pictures')}
          onChange={(names) => setValue('pictures', names, { shouldValidate: true })}
        />
        <div className="grid items-start gap-5 sm:grid-cols-3">
          <SenderFields form={form} />
          <Field
            label={t('Phone')}
            optional
            hint={t('If you’d like a call. They see it.')}
            error={getFieldError(form, 'phone')}
          >
            {(control) => <TextInput {...control} {...form.register('phone')} type="tel" autoComplete="tel" />}
          </Field>
        </div>
        <HumanCheck form={form} />
      </Form>
    </Card>
  );
}
