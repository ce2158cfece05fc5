import clsx from 'clsx';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useLocation, useMatches } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import { Mark } from '../art/mark.tsx';
import { SearchBox } from '../search/search-box.tsx';
import { useUser } from '../session/user.ts';
import { buttonClass } from '../ui/button.tsx';
import { Container } from '../ui/container.tsx';
import { Icon } from '../ui/icon.tsx';
import { LanguageLinks, useLanguageSwitch } from './language-links.tsx';
import { useSite } from './site.tsx';

const AccountMenu = lazy(() => import('../session/account-menu.tsx'));
const SignOut = lazy(() => import('../session/sign-out.tsx'));

type NavItem = { label: string; href: string; wideOnly?: boolean };

const postAnAd: NavItem = { label: t('Post an Ad'), href: '/post-ad' };
const saved: NavItem = { label: t('Saved', null, 'listings'), href: '/saved' };
const account: NavItem = { label: t('My Account'), href: '/account' };
const contact: NavItem = { label: t('Contact'), href: '/contact' };
const admin: NavItem = { label: t('Admin'), href: '/admin' };

const links: NavItem[] = [
  { label: t('Browse Ads'), href: '/browse' },
  { label: t('Blog'), href: '/blog', wideOnly: true },
  saved,
  account,
  { label: t('About'), href: '/quick-links' },
  contact,
];

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
          {!isSearchStart && adminLink}
          <LanguageLinks path={path} className="header-link rounded-field px-3" />
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

/** The search box, in a popover on small screens; on the search page it contains the current query. */
function SearchPopover({ inline }: { inline: boolean }) {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(pathname === '/search' ? search : '');
  const [q, near] = [params.get('q') ?? '', params.get('near') ?? ''];
  const popover = usePopover<HTMLDivElement>();
  return (
    <>
      <button type="button" popoverTarget="search" className={popoverButtonClass}>
        <Icon name="search" />
        <span className="max-sm:sr-only">{t('Search')}</span>
      </button>
      <div
        ref={popover}
        id="search"
        popover="auto"
        onToggle={({ newState, currentTarget }) => newState === 'open' && currentTarget.querySelector('input')?.focus()}
        className={clsx('header-popover', inline && 'lg:contents')}
      >
        <SearchBox key={`${q}|${near}`} label={t('Search the directory')} q={q} near={near} className="lg:w-[44rem]" />
      </div>
    </>
  );
}

const popoverButtonClass = clsx(buttonClass({ variant: 'secondary', size: 'sm' }), 'lg:hidden');

/** The ref of a native popover, which opens without JavaScript and closes on Escape or a click outside; this closes it on navigation. */
function usePopover<Popover extends HTMLElement>() {
  const { key } = useLocation();
  const popover = useRef<Popover>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation has a new key, and closes the popover.
  useEffect(() => {
    if (popover.current?.matches(':popover-open')) popover.current.hidePopover();
  }, [key]);
  return popover;
}

function MobileMenu({ user, path }: { user: User | null | undefined; path: string }) {
  const popover = usePopover<HTMLElement>();
  return (
    <>
      <button type="button" popoverTarget="menu" className={popoverButtonClass}>
        <Icon name="menu" />
        {t('Menu')}
      </button>
      <nav ref={popover} id="menu" popover="auto" aria-label={t('Menu')} className="header-popover pt-2">
        <ul className="mb-4 divide-y divide-line">
          {[...links, ...(user?.role ? [admin] : [])]
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

/** The path of the page; empty on the not-found page, which the server renders once for all unknown paths. */
function usePagePath(): string {
  const { pathname } = useLocation();
  const handle = useMatches().at(-1)?.handle as { status?: number } | undefined;
  return handle?.status === 404 ? '' : pathname;
}

/** A link with `aria-current`: 'page' on its own page, 'true' on pages below it. */
function HeaderLink({ link: { label, href }, path, className }: { link: NavItem; path: string; className: string }) {
  const current = path === href ? 'page' : path.startsWith(`${href}/`) ? 'true' : undefined;
  return (
    <a href={href} aria-current={current} className={className}>
      {label}
    </a>
  );
}
