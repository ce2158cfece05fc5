import clsx from 'clsx';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useLocation, useMatches } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { Mark } from '../art/mark.tsx';
import { SearchBox } from '../search/search-box.tsx';
import { useUser } from '../session/user.ts';
import { buttonClass } from '../ui/button.tsx';
import { Container } from '../ui/container.tsx';
import { Icon } from '../ui/icon.tsx';
import { useSite } from './site.tsx';

const AccountMenu = lazy(() => import('../session/account-menu.tsx'));
const SignOut = lazy(() => import('../session/sign-out.tsx'));

type NavItem = { label: string; href: string; wideOnly?: boolean };

const postAnAd: NavItem = { label: 'Post an Ad', href: '/post-ad' };
const saved: NavItem = { label: 'Saved', href: '/saved' };
const account: NavItem = { label: 'My Account', href: '/account' };
const admin: NavItem = { label: 'Admin', href: '/admin' };

const ADMINISTRATOR_ID = 1;

const links: NavItem[] = [
  { label: 'Browse Ads', href: '/browse' },
  { label: 'Blog', href: '/blog', wideOnly: true },
  saved,
  account,
  { label: 'About', href: '/quick-links' },
  { label: 'Contact', href: '/contact' },
];

/**
 * The site's name, a search box and the main links: rows on wide screens, but for the pages that begin with a search box
 * of their own; on others sheets behind two buttons, the menu without the blog. Once it is known that somebody is signed in, a way
 * to sign out is added, and Admin for the administrator, where nothing has to make way.
 */
export function Header() {
  const site = useSite();
  const { user } = useUser();
  const { search } = useLocation();
  const isSearchStart = ['/', '/search'].includes(usePagePath() + search);
  // It comes late, at whichever end of the links has room.
  const adminLink = user?.id === ADMINISTRATOR_ID && (
    <HeaderLink link={admin} className="header-link rounded-field px-3" />
  );
  return (
    <header className="no-print relative border-line border-b bg-paper">
      <div aria-hidden="true" className="sunset h-2" />
      <Container className="flex min-h-18 items-center gap-x-3 lg:flex-wrap lg:gap-x-8 lg:py-3.5">
        <a href="/" className="mr-auto flex min-h-11 items-center gap-2.5 no-underline">
          <Mark className="size-10" />
          <span>
            <span className="block font-extrabold font-heading text-xl leading-none tracking-tight">{site.name}</span>
            <span className="mt-1 hidden text-muted text-sm leading-none sm:block lg:hidden xl:block">
              Southern California’s local pages
            </span>
          </span>
        </a>
        <SearchSheet inline={!isSearchStart} />
        <nav
          aria-label="Main"
          className={clsx(
            'hidden items-center gap-1 whitespace-nowrap lg:flex',
            !isSearchStart && '-mb-1.5 -ml-3 basis-full pt-2',
          )}
        >
          {isSearchStart && adminLink}
          {links.map((link) =>
            link === account ? (
              <AccountLink key={link.href} user={user} />
            ) : (
              <HeaderLink
                key={link.href}
                link={link}
                // In one row with the site's name, it makes way for the administrator's link.
                className={clsx('header-link rounded-field px-3', isSearchStart && link === saved && 'max-xl:hidden')}
              />
            ),
          )}
          {!isSearchStart && adminLink}
          <HeaderLink
            link={postAnAd}
            className={clsx(buttonClass({ variant: 'accent' }), isSearchStart ? 'ml-3' : '-mr-3 ml-auto')}
          />
        </nav>
        <MobileMenu user={user} />
      </Container>
    </header>
  );
}

/** A link with a place beside its words, which a visitor's icon keeps for the menu of who is signed in. */
function AccountLink({ user }: { user: User | null | undefined }) {
  const icon = <Icon name="circle-user-round" className="size-5" />;
  return (
    <span className="relative">
      <HeaderLink link={account} className="header-link rounded-field pr-11 pl-3" />
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

/** The search box, where there is no room for it behind a button; on the page of what was found with what was sought. */
function SearchSheet({ inline }: { inline: boolean }) {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(pathname === '/search' ? search : '');
  const [q, near] = [params.get('q') ?? '', params.get('near') ?? ''];
  const sheet = useSheet<HTMLDivElement>();
  return (
    <>
      <button type="button" popoverTarget="search" className={sheetButton}>
        <Icon name="search" />
        <span className="max-sm:sr-only">Search</span>
      </button>
      <div
        ref={sheet}
        id="search"
        popover="auto"
        onToggle={({ newState, currentTarget }) => newState === 'open' && currentTarget.querySelector('input')?.focus()}
        className={clsx('header-sheet', inline && 'lg:contents')}
      >
        <SearchBox key={`${q}|${near}`} label="Search the directory" q={q} near={near} className="lg:w-[44rem]" />
      </div>
    </>
  );
}

const sheetButton = clsx(buttonClass({ variant: 'secondary', size: 'sm' }), 'lg:hidden');

/** A native popover: opens without JavaScript, closes on Escape, on a touch outside it and, by this, on navigation. */
function useSheet<Sheet extends HTMLElement>() {
  const { key } = useLocation();
  const sheet = useRef<Sheet>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation has a new key, and closes the sheet.
  useEffect(() => {
    if (sheet.current?.matches(':popover-open')) sheet.current.hidePopover();
  }, [key]);
  return sheet;
}

function MobileMenu({ user }: { user: User | null | undefined }) {
  const sheet = useSheet<HTMLElement>();
  return (
    <>
      <button type="button" popoverTarget="menu" className={sheetButton}>
        <Icon name="menu" />
        Menu
      </button>
      <nav ref={sheet} id="menu" popover="auto" aria-label="Menu" className="header-sheet pt-2">
        <ul className="mb-4 divide-y divide-line">
          {[...links, ...(user?.id === ADMINISTRATOR_ID ? [admin] : [])]
            .filter((link) => !link.wideOnly)
            .map((link) => (
              <li key={link.href}>
                <HeaderLink link={link} className="header-link py-1 text-lg" />
              </li>
            ))}
          {user && (
            <li>
              <Suspense fallback={null}>
                <SignOut className="header-link w-full py-1 text-left text-lg" />
              </Suspense>
            </li>
          )}
        </ul>
        <HeaderLink link={postAnAd} className={clsx(buttonClass({ variant: 'accent', size: 'lg' }), 'w-full')} />
      </nav>
    </>
  );
}

/** The page's path; empty where nothing is, since the server makes one page for all such addresses. */
function usePagePath(): string {
  const { pathname } = useLocation();
  const handle = useMatches().at(-1)?.handle as { status?: number } | undefined;
  return handle?.status === 404 ? '' : pathname;
}

/** Marks the current page, or with `true` the section that the current page is in. */
function HeaderLink({ link: { label, href }, className }: { link: NavItem; className: string }) {
  const pathname = usePagePath();
  const current = pathname === href ? 'page' : pathname.startsWith(`${href}/`) ? 'true' : undefined;
  return (
    <a href={href} aria-current={current} className={className}>
      {label}
    </a>
  );
}
