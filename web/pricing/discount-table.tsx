import { t } from '#contract/i18n/t.ts';
import { formatDollars } from '#contract/plans/plans.ts';
import { usePlans } from '#web/base/api/plans.ts';
import { usePaymentsClosed } from '#web/base/layout/payments-closed.tsx';

/** The Premium terms with their price per month, total price, discount and a link to the checkout. */
export function DiscountTable() {
  const closed = usePaymentsClosed();
  const { loaded, offers } = usePlans();
  const plans = offers.filter(({ level }) => level === 'premium');
  if (loaded && plans.length === 0) return <p className="text-muted">{t('Premium isn’t on sale right now.')}</p>;
  return (
    <table className="w-full max-w-[52rem] text-left">
      <caption className="sr-only">{t('Premium prices by term')}</caption>
      <thead>
        <tr className="border-line-strong border-b text-muted text-sm [&>th]:py-2 [&>th]:pr-3 [&>th]:font-semibold">
          <th scope="col">{t('Term')}</th>
          <th scope="col">{t('A month')}</th>
          <th scope="col">{t('Total')}</th>
          <th scope="col">{t('You save')}</th>
        </tr>
      </thead>
      <tbody>
        {plans.map(({ id, months, priceCents, discountPercent }) => (
          <tr key={id} className="border-b [&>td]:py-1 [&>td]:pr-3">
            <th scope="row" className="py-1 pr-3 font-semibold">
              {closed ? (
                <span className="inline-flex min-h-11 items-center">{formatTerm(months)}</span>
              ) : (
                <a href={`/checkout?plan=${id}`} className="link inline-flex min-h-11 items-center">
                  {formatTerm(months)}
                </a>
              )}
            </th>
            <td>{formatDollars(priceCents / months)}</td>
            <td>{formatDollars(priceCents)}</td>
            <td className={discountPercent > 0 ? 'font-semibold text-sage' : 'text-muted'}>
              {discountPercent > 0 ? `${discountPercent}%` : '–'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const formatTerm = (months: number) => t('{months, plural, one {# month} other {# months}}', { months });
