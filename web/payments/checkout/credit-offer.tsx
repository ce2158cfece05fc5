import { t } from '#contract/i18n/t.ts';
import type { Plan } from '#contract/plans/plans.ts';
import { Card } from '#web/base/ui/card.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { useCredits } from '#web/listing-form/credit-queries.ts';
import { LEVEL_NAMES } from '#web/owner-listings/status.ts';

/** Tells who has a credit that there is nothing to pay, and leads to where it is used. An enhanced one pays for no premium plan. */
export function CreditOffer({ plan }: { plan: Plan }) {
  const credit = useCredits().find(({ level }) => level === 'premium' || plan.level !== 'premium');
  if (!credit) return null;
  const { months } = credit;
  const level = LEVEL_NAMES[credit.level];
  return (
    <Card className="mb-6 flex gap-3 p-4 sm:px-6">
      <Icon name="star" className="mt-0.5 size-6 shrink-0 text-poppy-text" />
      <p>
        <strong>
          {credit.isGift
            ? t('You have {months, plural, one {a free month} other {# free months}} of {level}.', { months, level })
            : t('You have {months, plural, one {a paid month} other {# paid months}} of {level} waiting.', {
                months,
                level,
              })}
        </strong>{' '}
        <a href="/account#payments" className="link">
          {t('Use it instead')}
        </a>
      </p>
    </Card>
  );
}
