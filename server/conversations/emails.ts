import { t, translateDefined } from '#contract/i18n/t.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import { showPhone } from '#server/listings/read/presenter.ts';
import { REPLY_LINE } from '#server/platform/mail/inbound/reply-line.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { defangLine, quoteLine, quoteLines } from '#server/platform/mail/quote.ts';
import { joinParagraphs, toButton, toPageUrl, toTokenUrl } from '#server/platform/mail/write-email.ts';

/** How much of a message an email quotes, in characters. */
export const MAX_QUOTED = 1500;

/** How long the link of an unconfirmed message works, in hours. */
export const CONFIRMATION_HOURS = 48;

/** The lines of an email that can be answered: by email too, if there is an address for that. */
export const describeAnswering = (replyAddress: string | undefined, url: string) =>
  replyAddress === undefined
    ? { top: null, how: toButton(t('Read and answer'), url) }
    : {
        top: translateDefined(REPLY_LINE),
        how: joinParagraphs(
          t('Reply to this email, with pictures if you like, or answer on the page:'),
          toButton(t('Read and answer'), url),
        ),
      };

/** The line of an email with the phone that a customer gave: as it is printed, or else as it was typed. */
export function describePhone(typed: string | null): string | null {
  if (typed === null) return null;
  const { phone, tel } = showPhone(typed);
  return t('Phone: {phone}', { phone: tel ? phone : quoteLine(typed) });
}

/** The name that a mail program shows beside our address. */
export const toSenderName = (site: SiteInfo, person: string) =>
  t('{sender} via {name}', { sender: defangLine(person, 60), name: site.name });

/**
 * To the address that a customer typed: one click sends their message. Whose address it is nobody knows yet, so nothing in it was typed by
 * somebody: neither the message nor a name.
 */
export const confirmMessageEmail = (
  site: SiteInfo,
  { to, id, token }: { to: string; id: number; token: string },
): Email => ({
  to,
  purpose: 'requested',
  subject: t('Send your message on {name}', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t('You wrote a message to a business on {name}. Open this link to read it again and send it:', { name: site.name }),
    toButton(t('Read and send it'), toTokenUrl(site, `/conversations/${id}`, token)),
    t(
      'The link sends it within {hours} hours, and shows you the answer later. The business doesn’t see your email address.',
      { hours: CONFIRMATION_HOURS },
    ),
    t('If you didn’t write it, ignore this email. Nothing is sent.'),
    site.name,
  ),
});

/** To the owner of a listing, and who manages it: a customer wrote. */
export const customerWroteEmail = (
  site: SiteInfo,
  {
    to,
    id,
    customer,
    phone,
    business,
    text,
    isFirst,
    replyAddress,
  }: {
    to: string;
    id: number;
    customer: string;
    phone: string | null;
    business: string;
    text: string;
    isFirst: boolean;
    replyAddress?: string;
  },
): Email => {
  const { top, how } = describeAnswering(replyAddress, toPageUrl(site, `/conversations/${id}`));
  return {
    to,
    replyAddress,
    senderName: toSenderName(site, customer),
    subject: isFirst
      ? t('New message for {business}', { business: defangLine(business) })
      : t('{customer} wrote again', { customer: defangLine(customer, 60) }),
    text: joinParagraphs(
      top,
      t('Hello,'),
      t('{customer} wrote to {business}:', { customer: quoteLine(customer), business: quoteLine(business) }),
      quoteLines(text, MAX_QUOTED),
      describePhone(phone),
      how,
      describeBusinessPrivacy(),
      site.name,
    ),
  };
};

/** What an email tells a business about its own address. */
export const describeBusinessPrivacy = () =>
  t('Your email address stays private. You can stop or report a conversation on the same page.');

/** To a customer: the business answered. */
export const businessAnsweredEmail = (
  site: SiteInfo,
  {
    to,
    id,
    business,
    text,
    token,
    isAutomatic = false,
    replyAddress,
  }: {
    to: string;
    id: number;
    business: string;
    text: string;
    token: string;
    isAutomatic?: boolean;
    replyAddress?: string;
  },
): Email => {
  const { top, how } = describeAnswering(replyAddress, toTokenUrl(site, `/conversations/${id}`, token));
  return {
    to,
    replyAddress,
    senderName: toSenderName(site, business),
    subject: isAutomatic
      ? t('{business} is away', { business: defangLine(business) })
      : t('{business} answered you', { business: defangLine(business) }),
    text: joinParagraphs(
      top,
      t('Hello,'),
      isAutomatic
        ? t('{business} has your message, and answered automatically:', { business: quoteLine(business) })
        : t('{business} answered your message:', { business: quoteLine(business) }),
      quoteLines(text, MAX_QUOTED),
      how,
      t(
        'The business doesn’t see your email address. You can stop the conversation on the same page; then nobody can write to you in it.',
      ),
      site.name,
    ),
  };
};
