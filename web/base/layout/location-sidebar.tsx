import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import { queries } from '#web/base/api/queries.ts';
import { useSite } from '#web/base/api/site.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { LinkList } from '#web/base/ui/link-list.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';

/**
 * Links to the nine locations, as a list on large screens and a dropdown on smaller ones, and to the contact form.
 * @param current the slug of the current location
 */
export function LocationSidebar({ current }: { current: string }) {
  const { data } = useQuery(queries.locations());
  return (
    <>
      {data ? (
        <LinkList
          title={t('Locations')}
          items={data.items.map(({ name, slug }) => ({ label: name, href: `/${slug}`, current: slug === current }))}
        />
      ) : (
        <LocationSkeletons />
      )}
      <ContactLinks />
    </>
  );
}

function LocationSkeletons() {
  return (
    <SkeletonGroup label={t('Loading locations…')} className="lg:pt-14">
      {['w-28', 'w-24', 'w-32', 'w-30', 'w-20'].map((width) => (
        <div key={width} className="flex min-h-11 items-center">
          <Skeleton className={`h-5 ${width}`} />
        </div>
      ))}
    </SkeletonGroup>
  );
}

function ContactLinks() {
  const { supportEmail } = useSite();
  return (
    <ul className="flex flex-wrap gap-x-6 lg:my-6 lg:block">
      <li>
        <a href="/contact" className="link inline-flex min-h-11 items-center gap-2">
          <Icon name="message-square-text" className="size-4" />
          {t('Contact form')}
        </a>
      </li>
      <li>
        <a href={`mailto:${supportEmail}`} className="link inline-flex min-h-11 items-center gap-2">
          <Icon name="mail" className="size-4" />
          {t('Email us')}
        </a>
      </li>
    </ul>
  );
}
