import { t } from '#contract/i18n/t.ts';
import { Icon } from '#web/base/ui/icon.tsx';

const benefits = [
  {
    icon: 'star',
    title: t('Seen first'),
    text: t('Your listing appears above the free ones for its city, ZIP code and category.'),
  },
  {
    icon: 'image-up',
    title: t('Looks like your business'),
    text: t('Your logo and up to three photos, in every list and on your page.'),
  },
  {
    icon: 'link-2',
    title: t('A link that counts'),
    text: t(
      'A DoFollow link to your website, which search engines count as a recommendation, and your social profiles.',
    ),
  },
  { icon: 'map-pin', title: t('Found on the map'), text: t('A map pin with directions, one tap away.') },
  {
    icon: 'message-square-text',
    title: t('Ready for voice search'),
    text: t('Your questions and answers, marked up for search engines and voice assistants.'),
  },
  {
    icon: 'chart-no-axes-column',
    title: t('Real analytics'),
    text: t('Views, clicks and calls by day, and the pages they came from. Bots and your own visits don’t count.'),
  },
];

/** What a premium listing gets. */
export function PremiumBenefits() {
  return (
    <ul className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
      {benefits.map(({ icon, title, text }) => (
        <li key={title} className="flex gap-4">
          <Icon name={icon} className="round-icon size-12 p-3" />
          <div>
            <h3 className="text-lg">{title}</h3>
            <p className="mt-1 text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
