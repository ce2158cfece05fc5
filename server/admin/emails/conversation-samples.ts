import {
  businessAnsweredEmail,
  confirmMessageEmail,
  customerWroteEmail,
  messageWithheldEmail,
} from '../../conversations/emails.ts';
import { type EmailSample, sampleOf } from './email-sample.ts';
import { SAMPLE_TOKEN as token } from './sample-values.ts';

const business = 'Sunrise Plumbing';
const customer = 'Maria Lopez';
const id = 12;

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
  sampleOf(businessAnsweredEmail, 'To a customer whom a business answered', (template, to) =>
    template({ to, id, business, token, text: 'Yes, between 9 and 11. The visit costs $80.' }),
  ),
  sampleOf(messageWithheldEmail, 'To a customer whose message the staff did not pass on', (template, to) =>
    template({ to, business, reason: 'It advertises another business.' }),
  ),
];
