import clsx from 'clsx';
import { lazy, Suspense } from 'react';
import type { User } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import { LanguageLinks } from '#web/base/layout/language-links.tsx';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { HeaderLink } from './header-link.tsx';
import { popoverButtonClass, usePopover } from './header-popover.ts';
import { admin, links, postAnAd } from './main-links.ts';

const SignOut = lazy(() => import('#web/base/session/sign-out.tsx'));

/** The main links on small screens, in a popover. */
export function MobileMenu({ user, path }: { user: User | null | undefined; path: string }) {
  const popover = usePopover<HTMLElement>();
  return (
    <>
      <button type="button" popoverTarget="menu" className={popoverButtonClass}>
        <Icon name="menu" />
        {t('Menu')}
      </button>
      <nav ref={popover} id="menu" popover="auto" aria-label={t('Menu')} className="header-popover pt-2">
        <ul className="mb-4 divide-y divide-line">
          {[...links, { label: t('Get quotes'), href: '/quote' }, ...(user?.role ? [admin] : [])]
            .filter((link) => !link.wideOnly)
            .map((link) => (
              <li key={link.href}>
                <HeaderLink link={link} path={path} className="header-link py-1 text-lg" />
              </li>
            ))}
          <li>
            <LanguageLinks path={path} className="header-link py-1 text-lg" />
          </li>
          {user && (
            <li>
              <Suspense fallback={null}>
                <SignOut className="header-link w-full py-1 text-left text-lg" />
              </Suspense>
            </li>
          )}
        </ul>
        <HeaderLink link={postAnAd} path={path} className={clsx(buttonClass({ size: 'lg' }), 'w-full')} />
      </nav>
    </>
  );
}
