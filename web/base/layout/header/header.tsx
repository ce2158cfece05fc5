import clsx from 'clsx';
import { lazy, Suspense } from 'react';
import { useLocation, useMatches } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import { useSite } from '#web/base/api/site.tsx';
import { Mark } from '#web/base/art/mark.tsx';
import { LanguageLinks, useLanguageSwitch } from '#web/base/layout/language-links.tsx';
import { useUser } from '#web/base/session/user.ts';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { HeaderLink } from './header-link.tsx';
import { account, admin, contact, links, postAnAd, saved } from './main-links.ts';
import { MobileMenu } from './mobile-menu.tsx';
import { SearchPopover } from './search-popover.tsx';

const AccountMenu = lazy(() => import('#web/base/session/account-menu.tsx'));

/**
 * The site's name, the search box and the main links. On wide screens these are two rows, or one on pages that begin with a
 * search box of their own; on smaller screens the search box and the menu, which omits the blog, are popovers behind buttons.
 * The link to sign out and the link of the staff are added in the browser once the user is known, where they move nothing.
 */
export function Header() {
  const site = useSite();
  const { user } = useUser();
  const { search } = useLocation();
  const path = usePagePath();
  useLanguageSwitch();
  const isSearchStart = ['/', '/search'].includes(path + search);
  // Added after hydration, at the end of the links where it does not move the others.
  const adminLink = user?.role && <HeaderLink link={admin} path={path} className="header-link rounded-field px-3" />;
  return (
    <header className="no-print relative border-line border-b bg-paper">
      <Container className="flex min-h-18 items-center gap-x-3 lg:flex-wrap lg:gap-x-8 lg:py-3.5">
        <a href="/" className="mr-auto flex min-h-11 items-center gap-2.5 no-underline">
          <Mark className="size-10" />
          <span>
            <span className="block font-extrabold font-heading text-xl leading-none tracking-tight">{site.name}</span>
            <span className="mt-1 hidden text-muted text-sm leading-none sm:block lg:hidden xl:block">
              {t('Southern California’s local pages')}
            </span>
          </span>
        </a>
        <SearchPopover inline={!isSearchStart} />
        <nav
          aria-label={t('Main')}
          className={clsx(
            'hidden items-center whitespace-nowrap lg:flex xl:gap-1',
            !isSearchStart && '-mb-1.5 -ml-3 basis-full pt-2',
          )}
        >
          {isSearchStart && adminLink}
          {links.map((link) =>
            link === account ? (
              <AccountLink key={link.href} user={user} path={path} />
            ) : (
              <HeaderLink
                key={link.href}
                link={link}
                path={path}
                // Hidden where the site's name and the links share a row that has no room for it.
                className={clsx(
                  'header-link rounded-field px-3',
                  isSearchStart && [saved, contact].includes(link) && 'max-xl:hidden',
                )}
              />
            ),
          )}
          <LanguageLinks path={path} className="header-link rounded-field px-3" />
          {!isSearchStart && adminLink}
          <HeaderLink
            link={postAnAd}
            path={path}
            className={clsx(buttonClass(), isSearchStart ? 'ml-3' : '-mr-3 ml-auto')}
          />
        </nav>
        <MobileMenu user={user} path={path} />
      </Container>
    </header>
  );
}

/** The account link. The icon beside its text reserves the space for the account menu of a signed-in user. */
function AccountLink({ user, path }: { user: User | null | undefined; path: string }) {
  const icon = <Icon name="circle-user-round" className="size-5" />;
  return (
    <span className="relative">
      <HeaderLink link={account} path={path} className="header-link rounded-field pr-11 pl-3" />
      <span className="pointer-events-none absolute inset-y-0 right-0 grid w-11 place-items-center [&>:not(svg)]:pointer-events-auto">
        {user ? (
          <Suspense fallback={icon}>
            <AccountMenu user={user} />
          </Suspense>
        ) : (
          icon
        )}
      </span>
    </span>
  );
}

/** The path of the page; empty on the not-found page, which the server renders once for all unknown paths. */
function usePagePath(): string {
  const { pathname } = useLocation();
  const handle = useMatches().at(-1)?.handle as { status?: number } | undefined;
  return handle?.status === 404 ? '' : pathname;
}
