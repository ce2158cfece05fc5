import { t } from '#contract/i18n/t.ts';
import type { AdminPlanPrice } from '#contract/plans/plan-prices.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { formatLongDate } from '#web/base/ui/time.tsx';
import { describePrice } from './describe-price.ts';

const LINK_CLASS = 'link inline-flex min-h-11 items-center';

/** What visitors see of a planned price until its day, and where it can be announced before, with the text filled in. */
export function PlannedPrice({
  name,
  until,
  price,
}: {
  name: string;
  /** What holds until then; null for nothing. */
  until: AdminPlanPrice | null;
  price: AdminPlanPrice;
}) {
  const date = formatLongDate(price.holdsFrom);
  const text =
    price.priceCents === null
      ? t('From {date} on, {plan} is no longer sold.', { date, plan: name })
      : t('From {date} on, {plan} costs {price}.', { date, plan: name, price: describePrice(price) });
  const toHref = (tab: string, fields: object) => `/admin?${new URLSearchParams({ tab, ...fields })}`;
  return (
    <div className="mt-1 text-sm">
      <p className="max-w-measure text-muted">
        {rich(
          'Nobody sees it yet: until that day, <rates>the rates page</rates>, help and checkout say {former}. They change by themselves at midnight in Los Angeles.',
          {
            former: <strong>{until ? describePrice(until) : t('Off sale')}</strong>,
            rates: (words) => (
              <a href="/rates" className="link">
                {words}
              </a>
            ),
          },
        )}
      </p>
      <p className="flex flex-wrap gap-x-5">
        <a href={toHref('notices', { text, link: '/rates', linkLabel: t('See the rates') })} className={LINK_CLASS}>
          {t('Announce it in a banner…')}
        </a>
        <a
          href={toHref('announcements', { subject: t('The price of {plan} changes', { plan: name }), body: text })}
          className={LINK_CLASS}
        >
          {t('Announce it to owners by email…')}
        </a>
      </p>
    </div>
  );
}
