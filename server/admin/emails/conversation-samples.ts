import { TIMINGS } from '#contract/conversations/quotes.ts';
import { defineMessage, t, translateDefined } from '#contract/i18n/t.ts';
import { businessAnsweredEmail, confirmMessageEmail, customerWroteEmail } from '#server/conversations/emails.ts';
import { newLinkEmail } from '#server/conversations/links/emails.ts';
import { confirmQuoteEmail, quoteAskedEmail } from '#server/conversations/quotes/emails.ts';
import { messageWithheldEmail, notTheBusinessEmail, replyRefusedEmail } from '#server/conversations/refusal-emails.ts';
import { toTokenPath } from '#server/platform/mail/write-email.ts';
import { createSample, type EmailSample } from './email-sample.ts';
import { SAMPLE_TOKEN as token } from './sample-values.ts';

const business = 'Sunrise Plumbing';
const customer = 'Maria Lopez';
const id = 12;
const writeQuote = () => ({
  trade: t('Plumbers'),
  place: 'Irvine',
  timing: translateDefined(TIMINGS.week),
  answers: [{ question: t('What do you need?'), answer: t('A water heater') }],
  body: t('Our water heater leaks. It is a 50 gallon gas heater in the garage.'),
  asked: 3,
});

/** Messages between customers and businesses. */
export const CONVERSATION_SAMPLES: EmailSample[] = [
  createSample(
    confirmMessageEmail,
    defineMessage('To a customer without an account, who wrote to a business'),
    (template, to) => template({ to, id, token }),
  ),
  createSample(customerWroteEmail, defineMessage('To a business that a customer wrote to'), (template, to) =>
    template({
      to,
      id,
      customer,
      phone: '(949) 555-0100',
      business,
      isFirst: true,
      text: t('Our water heater leaks. Could you come on Thursday?'),
    }),
  ),
  createSample(quoteAskedEmail, defineMessage('To a business that a customer asks for a quote'), (template, to) =>
    template({ to, id, customer, phone: null, business, quote: writeQuote() }),
  ),
  createSample(
    confirmQuoteEmail,
    defineMessage('To a customer without an account, who asks several businesses for a quote'),
    (template, to) => template({ to, id, businesses: 3, token }),
  ),
  createSample(businessAnsweredEmail, defineMessage('To a customer whom a business answered'), (template, to) =>
    template({
      to,
      id,
      business,
      token,
      text: t('Yes, between 9 and 11. The visit costs $80.'),
      replyAddress: `reply+${token}@reply.example.com`,
    }),
  ),
  createSample(
    newLinkEmail,
    defineMessage('To a customer whose link had ended, and who asked for another one'),
    (template, to) => template({ to, path: `/conversations/${id}`, token }),
  ),
  createSample(
    messageWithheldEmail,
    defineMessage('To a customer whose message the staff did not pass on'),
    (template, to) => template({ to, business, reason: t('It advertises another business.') }),
  ),
  createSample(
    notTheBusinessEmail,
    defineMessage('To customers of a listing that was taken back from the wrong account'),
    (template, to) => template({ to, business }),
  ),
  createSample(
    replyRefusedEmail,
    defineMessage('To somebody whose answer by email was not passed on'),
    (template, to) =>
      template({
        to,
        business,
        reason: t('We didn’t pass it on. {problem}', { problem: t('This conversation was stopped.') }),
        path: toTokenPath(`/conversations/${id}`, token),
      }),
  ),
];
