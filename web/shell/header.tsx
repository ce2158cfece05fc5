import clsx from 'clsx';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useLocation, useMatches } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { Mark } from '../art/mark.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Container } from '../ui/container.tsx';
import { Icon } from '../ui/icon.tsx';
import { useSite } from './site.tsx';
import { useUser } from './user.ts';

const AccountMenu = lazy(() => import('./account-menu.tsx'));
const SignOut = lazy(() => import('./sign-out.tsx'));

type HeaderTarget = { label: string; href: string; wideOnly?: boolean };

const postAnAd: HeaderTarget = { label: 'Post an Ad', href: '/post-ad' };
const account: HeaderTarget = { label: 'My Account', href: '/account' };
const admin: HeaderTarget = { label: 'Admin', href: '/admin' };

const ADMINISTRATOR_ID = 1;

const links: HeaderTarget[] = [
  { label: 'Browse Ads', href: '/browse' },
  { label: 'Blog', href: '/blog', wideOnly: true },
  account,
  { label: 'About', href: '/quick-links' },
  { label: 'Contact', href: '/contact' },
];

/**
 * The site's name and main links: a row on wide screens, a menu (without the blog) on others. Once it is known that
 * somebody is signed in, a way to sign out is added, and Admin for the administrator, where nothing has to make way.
 */
export function Header() {
  const site = useSite();
  const { user } = useUser();
  return (
    <header className="no-print relative border-line border-b bg-paper">
      <div aria-hidden="true" className="sunset h-2" />
      <Container className="flex h-18 items-center justify-between gap-6">
        <a href="/" className="flex min-h-11 items-center gap-2.5 no-underline">
          <Mark className="size-10" />
          <span>
            <span className="block font-extrabold font-heading text-xl leading-none tracking-tight">{site.name}</span>
            <span className="mt-1 hidden text-muted text-sm leading-none sm:block lg:hidden xl:block">
              Southern California’s local pages
            </span>
          </span>
        </a>
        <nav aria-label="Main" className="hidden items-center gap-1 whitespace-nowrap lg:flex">
          {user?.id === ADMINISTRATOR_ID && <HeaderLink link={admin} className="header-link rounded-field px-3" />}
          {links.map((link) =>
            link === account ? (
              <AccountLink key={link.href} user={user} />
            ) : (
              <HeaderLink key={link.href} link={link} className="header-link rounded-field px-3" />
            ),
          )}
          <HeaderLink link={postAnAd} className={clsx(buttonClass({ variant: 'accent' }), 'ml-3')} />
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

/** A native popover: opens without JavaScript, closes on Escape, on a touch outside it and on navigation. */
function MobileMenu({ user }: { user: User | null | undefined }) {
  const { key } = useLocation();
  const sheet = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation has a new key, and closes the menu.
  useEffect(() => {
    if (sheet.current?.matches(':popover-open')) sheet.current.hidePopover();
  }, [key]);
  return (
    <>
      <button
        type="button"
        popoverTarget="menu"
        className={clsx(buttonClass({ variant: 'secondary', size: 'sm' }), 'lg:hidden')}
      >
        <Icon name="menu" />
        Menu
      </button>
      <nav
        ref={sheet}
        id="menu"
        popover="auto"
        aria-label="Menu"
        className="rise-in absolute inset-auto top-20 left-0 m-0 w-full border-0 border-line border-b bg-card px-4 pt-2 pb-5 text-ink shadow-raised backdrop:bg-[#0e1a2066] sm:px-6"
      >
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
function HeaderLink({ link: { label, href }, className }: { link: HeaderTarget; className: string }) {
  const pathname = usePagePath();
  const current = pathname === href ? 'page' : pathname.startsWith(`${href}/`) ? 'true' : undefined;
  return (
    <a href={href} aria-current={current} className={className}>
      {label}
    </a>
  );
}
