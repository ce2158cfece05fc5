import {
  businessAnsweredEmail,
  confirmMessageEmail,
  confirmQuoteEmail,
  customerWroteEmail,
  messageWithheldEmail,
  quoteAskedEmail,
  replyRefusedEmail,
} from '../../conversations/emails.ts';
import { type EmailSample, sampleOf } from './email-sample.ts';
import { SAMPLE_TOKEN as token } from './sample-values.ts';

const business = 'Sunrise Plumbing';
const customer = 'Maria Lopez';
const id = 12;
const quote = {
  trade: 'Plumbers',
  place: 'Irvine',
  timing: 'Within a week',
  answers: [{ question: 'What do you need?', answer: 'A water heater' }],
  body: 'Our water heater leaks. It is a 50 gallon gas heater in the garage.',
  asked: 3,
};

/** Messages between customers and businesses. */
export const CONVERSATION_SAMPLES: EmailSample[] = [
  sampleOf(confirmMessageEmail, 'To a customer without an account, who wrote to a business', (template, to) =>
    template({ to, id, business, token }),
  ),
  sampleOf(customerWroteEmail, 'To a business that a customer wrote to', (template, to) =>
    template({
      ...{ to, id, customer, business, isFirst: true },
      text: 'Our water heater leaks. Could you come on Thursday?',
    }),
  ),
  sampleOf(quoteAskedEmail, 'To a business that a customer asks for a quote', (template, to) =>
    template({ to, id, customer, business, quote }),
  ),
  sampleOf(
    confirmQuoteEmail,
    'To a customer without an account, who asks several businesses for a quote',
    (template, to) => template({ to, id, businesses: [business, 'Rivera Plumbing', 'Harbor Pipes'], quote, token }),
  ),
  sampleOf(businessAnsweredEmail, 'To a customer whom a business answered', (template, to) =>
    template({
      to,
      id,
      business,
      token,
      text: 'Yes, between 9 and 11. The visit costs $80.',
      replyAddress: `reply+${token}@reply.example.com`,
    }),
  ),
  sampleOf(messageWithheldEmail, 'To a customer whose message the staff did not pass on', (template, to) =>
    template({ to, business, reason: 'It advertises another business.' }),
  ),
  sampleOf(replyRefusedEmail, 'To who answered by email, when it was not passed on', (template, to) =>
    template({
      to,
      business,
      reason: 'We didn’t pass it on. This conversation was stopped.',
      path: `/conversations/${id}?token=${token}`,
    }),
  ),
];
