import { t } from '#contract/i18n/t.ts';
import { Postcard } from '#web/base/art/postcard.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

const benefits = [
  { icon: 'map-pin', title: t('Reach local customers'), text: t('Get found by city, county or ZIP code.') },
  {
    icon: 'store',
    title: t('A free listing'),
    text: t('Your own page with phone and address. No credit card needed.'),
  },
  {
    icon: 'chart-no-axes-column',
    title: t('Premium features'),
    text: t('Featured placement, photos, a map pin and analytics.'),
  },
  { icon: 'layout-dashboard', title: t('A business dashboard'), text: t('Your listings and payments in one place.') },
];

/** The benefits of an account for a business. */
export function BusinessBenefits() {
  return (
    <aside aria-labelledby="benefits" className="night overflow-hidden rounded-card bg-paper text-ink">
      <Postcard county="orange-county" seed={3} className="h-36 w-full object-cover sm:h-44" />
      <div className="p-6">
        <h2 id="benefits" className="text-xl">
          {t('Built for local business')}
        </h2>
        <ul className="mt-5 grid gap-5 sm:grid-cols-2 lg:grid-cols-1">
          {benefits.map(({ icon, title, text }) => (
            <li key={title} className="flex gap-4">
              <span className="round-icon">
                <Icon name={icon} className="size-5" />
              </span>
              <div>
                <h3 className="text-base">{title}</h3>
                <p className="mt-0.5 text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}
