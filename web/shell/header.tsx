import clsx from 'clsx';
import { useEffect, useRef } from 'react';
import { useLocation, useMatches } from 'react-router';
import { Mark } from '../art/mark.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Container } from '../ui/container.tsx';
import { Icon } from '../ui/icon.tsx';
import { useSite } from './site.tsx';

type HeaderTarget = { label: string; href: string; wideOnly?: boolean };

const postAnAd: HeaderTarget = { label: 'Post an Ad', href: '/post-ad' };

const links: HeaderTarget[] = [
  { label: 'Browse Ads', href: '/browse' },
  { label: 'Blog', href: '/blog', wideOnly: true },
  { label: 'My Account', href: '/account' },
  { label: 'About', href: '/quick-links' },
  { label: 'Contact', href: '/contact' },
];

/** The site's name and main links: a row on wide screens, a menu (without the blog) on others. */
export function Header() {
  const site = useSite();
  return (
    <header className="no-print relative border-line border-b bg-paper">
      <div aria-hidden="true" className="sunset h-2" />
      <Container className="flex h-18 items-center justify-between gap-6">
        <a href="/" className="flex min-h-11 items-center gap-2.5 no-underline">
          <Mark className="size-10" />
          <span>
            <span className="block font-extrabold font-heading text-xl leading-none tracking-tight">{site.name}</span>
            <span className="mt-1 hidden text-muted text-sm leading-none sm:block">
              Southern California’s local pages
            </span>
          </span>
        </a>
        <nav aria-label="Main" className="hidden items-center gap-1 lg:flex">
          {links.map((link) => (
            <HeaderLink key={link.href} link={link} className="header-link rounded-field px-3" />
          ))}
          <HeaderLink link={postAnAd} className={clsx(buttonClass({ variant: 'accent' }), 'ml-3')} />
        </nav>
        <MobileMenu />
      </Container>
    </header>
  );
}

/** A native popover: opens without JavaScript, closes on Escape, on a touch outside it and on navigation. */
function MobileMenu() {
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
          {links
            .filter((link) => !link.wideOnly)
            .map((link) => (
              <li key={link.href}>
                <HeaderLink link={link} className="header-link py-1 text-lg" />
              </li>
            ))}
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
