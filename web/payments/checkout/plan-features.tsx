import { t } from '#contract/i18n/t.ts';
import { PLAN_FEATURES } from '#contract/plans/plan-features.ts';
import type { Plan } from '#contract/plans/plans.ts';

/** The features of a plan. */
export function PlanFeatures({ plan }: { plan: Plan }) {
  return (
    <section aria-labelledby="included" className="lg:px-6">
      <h2 id="included" className="text-lg">
        {t('Included in {plan}', { plan: plan.name })}
      </h2>
      <ul className="checked mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {PLAN_FEATURES[plan.level].map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
    </section>
  );
}
