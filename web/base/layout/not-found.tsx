import { useEffect, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { LostSurfer } from '#web/base/art/lost-surfer.tsx';
import { SearchBox } from '#web/base/search-box/search-box.tsx';
import { useUser } from '#web/base/session/user.ts';
import { ArrowLink } from '#web/base/ui/arrow-link.tsx';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { POPULAR_CITIES } from './popular-cities.ts';

/** The heading and text of a page whose subject does not exist. */
export interface NotFoundText {
  title: string;
  text: string;
  /** Whether it may be a listing that only its owner sees. */
  isPublic?: boolean;
  /** What is said of a listing that its owner can renew, instead of heading and text. */
  ended?: string;
}

const LARGEST_CITIES = ['los-angeles', 'san-diego', 'long-beach', 'anaheim', 'bakersfield', 'riverside', 'oxnard'];

/** The content of `NotFound` in page-error.tsx. */
export default function NotFoundContent({ title, text, isPublic, ended }: NotFoundText) {
  return (
    <Container className="grid items-center gap-10 py-10 md:grid-cols-2 md:py-16">
      <LostSurfer className="w-full rounded-card md:order-last" />
      <div>
        <h1 className="text-3xl md:text-4xl">{ended ? t('This listing has ended') : title}</h1>
        <p className="mt-4 max-w-measure text-lg text-muted">{ended ?? text}</p>
        {isPublic && <OwnerNote />}
        {ended && (
          <p className="mt-3 max-w-measure">
            {t('Is it yours? Everything is saved.')}{' '}
            <a href="/account#listings" className="link">
              {t('Sign in and renew it')}
            </a>
          </p>
        )}
        <SearchBox label={t('Find a business')} className="mt-6" />
        <p className="mt-6 flex flex-wrap gap-3">
          <a href="/" className={buttonClass({ variant: 'secondary' })}>
            {t('Return to Homepage')}
          </a>
          <a href="/browse" className={buttonClass({ variant: 'secondary' })}>
            {t('Browse Ads')}
          </a>
        </p>
        <h2 className="mt-10 text-xl">{t('Browse by city')}</h2>
        <ul className="mt-2 flex flex-wrap gap-x-5">
          {POPULAR_CITIES.filter(({ slug }) => LARGEST_CITIES.includes(slug)).map(({ name, slug }) => (
            <li key={slug}>
              <a href={`/city/${slug}`} className="link inline-flex min-h-11 items-center">
                {name}
              </a>
            </li>
          ))}
          <li>
            <ArrowLink href="/locations">{t('All locations')}</ArrowLink>
          </li>
        </ul>
      </div>
    </Container>
  );
}

/** For whoever is signed in. */
function OwnerNote() {
  const { user } = useUser();
  // The page is hydrated as the server wrote it, which knows nobody.
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return (
    isHydrated &&
    user && (
      <p className="mt-3 max-w-measure">
        {t('If it’s your listing, it may have expired or be paused.')}{' '}
        <a href="/account" className="link">
          {t('Check your account')}
        </a>
      </p>
    )
  );
}
