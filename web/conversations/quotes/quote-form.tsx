import { useEffect, useState } from 'react';
import {
  MAX_QUOTE_BUSINESSES,
  type QuoteBusiness,
  type QuoteRequestForm,
  type QuoteRequestInput,
  quoteRequestFormSchema,
  type SentQuote,
  TIMINGS,
} from '#contract/conversations/quotes.ts';
import type { TradeSlug } from '#contract/conversations/trade-slugs.ts';
import { TRADES } from '#contract/conversations/trades.ts';
import { t } from '#contract/i18n/t.ts';
import { send } from '../../app/api.ts';
import { toFailure } from '../../app/run-mutation.ts';
import { formatList } from '../../i18n/format.ts';
import { rich } from '../../i18n/rich.ts';
import { useUser } from '../../session/user.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Select, TextArea, TextInput } from '../../ui/form/controls.tsx';
import { Field } from '../../ui/form/field.tsx';
import { FieldMessage } from '../../ui/form/field-message.tsx';
import { Form, getFieldError, type SchemaForm, SubmitButton, useSchemaForm } from '../../ui/form/form.tsx';
import { useFormGroup } from '../../ui/form/use-form-group.ts';
import { PictureInput } from '../picture-input.tsx';
import { SenderFields } from '../sender-fields.tsx';

interface QuoteFormProps {
  trade: TradeSlug;
  /** As the visitor typed it, and its name. */
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

  if (sent) return <Sent {...sent} />;
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
                ? t('Nobody gets it yet: pick at least one business.')
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
        <Questions form={form} trade={trade} />
        <Field
          label={t('What do you need?')}
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
      </Form>
    </Card>
  );
}

type QuoteSchemaForm = SchemaForm<QuoteRequestForm>;

function BusinessPicker({
  form,
  businesses,
  trade,
  place,
  others,
}: { form: QuoteSchemaForm; businesses: QuoteBusiness[] } & Pick<QuoteFormProps, 'trade' | 'place' | 'others'>) {
  const group = useFormGroup(form, 'listings');
  const picked = group.value as number[];
  const error = group.errorAt('');
  const toggle = (id: number, isPicked: boolean) =>
    group.onChange(isPicked ? [...picked, id] : picked.filter((other) => other !== id));
  return (
    <fieldset
      ref={group.ref}
      onBlur={group.onBlur}
      aria-describedby="picked-note"
      aria-invalid={error ? true : undefined}
    >
      <legend className="font-semibold">
        {t('Who should get it? Pick up to {max}.', { max: MAX_QUOTE_BUSINESSES })}
      </legend>
      <ul className="mt-2 grid gap-x-6 sm:grid-cols-2">
        {businesses.map(({ id, name, city, miles }) => (
          <li key={id}>
            <label className="flex min-h-12 cursor-pointer items-center gap-3 py-1.5">
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-pacific"
                checked={picked.includes(id)}
                disabled={picked.length >= MAX_QUOTE_BUSINESSES && !picked.includes(id)}
                onChange={({ target }) => toggle(id, target.checked)}
              />
              <span className="typed min-w-0">
                <span className="font-semibold">{name}</span>
                <span className="block text-muted text-sm">
                  {city}
                  {miles !== null && ` · ${t('{miles} mi', { miles: miles.toFixed(1) })}`}
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      <FieldMessage
        id="picked-note"
        error={error}
        hint={rich(
          'The {trade} nearest to {place} that take messages; paying gets nobody a better spot. <others>Others can be called</others>.',
          {
            trade: TRADES[trade].name,
            place,
            others: (text) => (
              <a href={others} className="link">
                {text}
              </a>
            ),
          },
        )}
      />
    </fieldset>
  );
}

function Questions({ form, trade }: { form: QuoteSchemaForm; trade: TradeSlug }) {
  const answers = form.watch('answers') ?? {};
  const answer = (id: string, option: string) => {
    const { [id]: _, ...rest } = answers;
    form.setValue('answers', option === '' ? rest : { ...rest, [id]: option });
  };
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Field label={t('When?')} error={getFieldError(form, 'timing')}>
        {(control) => (
          <Select {...control} {...form.register('timing')} defaultValue="">
            <option value="" disabled>
              {t('Choose')}
            </option>
            {Object.entries(TIMINGS).map(([timing, label]) => (
              <option key={timing} value={timing}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {TRADES[trade].questions.map(({ id, label, options }) => (
        <Field key={id} label={label} optional>
          {(control) => (
            <Select {...control} value={answers[id] ?? ''} onChange={({ target }) => answer(id, target.value)}>
              <option value="">{t('No answer')}</option>
              {Object.entries(options).map(([option, text]) => (
                <option key={option} value={option}>
                  {text}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ))}
    </div>
  );
}

/** What became of the request, and what is to be done now. */
function Sent({ status, id, email, names }: SentQuote & { email: string; names: string[] }) {
  const businesses = formatList(names);
  if (status === 'unconfirmed')
    return (
      <EmptyState title={t('Check your email')}>
        {t('We sent a link to {email}. Open it to send your request to {businesses}. It works for 48 hours.', {
          email,
          businesses,
        })}
      </EmptyState>
    );
  return (
    <EmptyState
      title={t('Request sent')}
      action={
        id !== null && (
          <a href={`/quotes/${id}`} className={buttonClass()}>
            {t('See your request')}
          </a>
        )
      }
    >
      {t(
        '{count, plural, one {{businesses} has your request.} other {{businesses} have your request.}} We’ll email you about each answer.',
        { count: names.length, businesses },
      )}
    </EmptyState>
  );
}
