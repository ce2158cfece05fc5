import { t } from '#contract/i18n/t.ts';
import type { NavItem } from './header-link.tsx';

/** The link that stands out. */
export const postAnAd: NavItem = { label: t('Post an Ad'), href: '/post-ad' };
/** A main link, which narrow headers omit. */
export const saved: NavItem = { label: t('Saved', null, 'listings'), href: '/saved' };
/** A main link, beside the menu of the account. */
export const account: NavItem = { label: t('My Account'), href: '/account' };
/** A main link, which narrow headers omit. */
export const contact: NavItem = { label: t('Contact'), href: '/contact' };
/** The link of the staff. */
export const admin: NavItem = { label: t('Admin'), href: '/admin' };

/** The main links, in order. */
export const links: NavItem[] = [
  { label: t('Browse Ads'), href: '/browse' },
  { label: t('Blog'), href: '/blog', wideOnly: true },
  saved,
  account,
  { label: t('About'), href: '/quick-links' },
  contact,
];
