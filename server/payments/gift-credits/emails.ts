import { t, translateDefined } from '#contract/i18n/t.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { joinParagraphs, toButton, toPageUrl } from '#server/platform/mail/write-email.ts';

/** To the owner: the staff gave credits. */
export function giftGivenEmail(
  site: SiteInfo,
  to: string,
  { plan: planName, count }: { plan: string; count: number },
): Email {
  const plan = translateDefined(planName);
  return {
    to,
    purpose: 'payment',
    subject: t('{count, plural, one {A free {plan} from {name}} other {# free credits from {name}}}', {
      count,
      plan,
      name: site.name,
    }),
    text: joinParagraphs(
      t('Hello,'),
      t(
        'We added {count, plural, one {a free {plan} credit to your account. It doesn’t expire, and the term starts when you use it.} other {# free {plan} credits to your account. They don’t expire, and the term starts when you use one.}}',
        { count, plan },
      ),
      t('Use {count, plural, one {it} other {them}} for a listing you have, or a new one:', { count }),
      toButton(t('Open your account'), toPageUrl(site, '/account#payments')),
      t('Questions? Contact {email}.', { email: site.supportEmail }),
      site.name,
    ),
  };
}

/** To the owner: a credit that was given is gone, or the plan that it bought has ended. */
export function giftTakenBackEmail(
  site: SiteInfo,
  to: string,
  { plan: planName, isUsed }: { plan: string; isUsed: boolean },
): Email {
  const plan = translateDefined(planName);
  return {
    to,
    purpose: 'payment',
    subject: t('Your free {plan} from {name}', { plan, name: site.name }),
    text: joinParagraphs(
      t('Hello,'),
      isUsed
        ? t('We ended the free {plan} that a credit of ours gave your listing. Nothing you paid for has changed.', {
            plan,
          })
        : t('We removed a free {plan} credit that we had added to your account. Nothing you paid for has changed.', {
            plan,
          }),
      toButton(t('Open your account'), toPageUrl(site, '/account#payments')),
      t('Questions? Contact {email}.', { email: site.supportEmail }),
      site.name,
    ),
  };
}
