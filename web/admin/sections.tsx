import { hasPermission, type Role } from '#contract/admin/roles.ts';
import {
  useHiddenListings,
  useMatches,
  useMessages,
  usePendingClaims,
  useReports,
  useSuggestedEdits,
} from './admin-queries.ts';
import { load, type Section } from './section.ts';

/**
 * The sections of `/admin`, in the order of their group's menu. A new one is an entry here; its module is downloaded when it is opened.
 * The API checks permissions itself.
 */
export const SECTIONS: Section[] = [
  {
    value: 'reports',
    label: 'Reports',
    icon: 'flag',
    group: 'Today',
    permission: 'reports',
    Component: load(() => import('./reports.tsx'), 'Reports'),
    useCount: () => useReports('open').total,
  },
  {
    value: 'suggested-edits',
    label: 'Suggested edits',
    icon: 'pen-line',
    group: 'Today',
    permission: 'reports',
    Component: load(() => import('./suggested-edits.tsx'), 'SuggestedEdits'),
    useCount: () => useSuggestedEdits().total,
  },
  {
    value: 'claims',
    label: 'Claims',
    icon: 'store',
    group: 'Today',
    permission: 'claims',
    Component: load(() => import('./claims.tsx'), 'Claims'),
    useCount: () => usePendingClaims().total,
  },
  {
    value: 'matches',
    label: 'Duplicates',
    icon: 'copy',
    group: 'Today',
    permission: 'listings',
    Component: load(() => import('./matches.tsx'), 'Matches'),
    useCount: () => useMatches('open').total,
  },
  {
    value: 'messages',
    label: 'Messages',
    icon: 'mail',
    group: 'Today',
    permission: 'messages',
    Component: load(() => import('./messages.tsx'), 'Messages'),
    useCount: () => useMessages('new').total,
  },
  {
    value: 'listings',
    label: 'Listings',
    icon: 'layout-list',
    group: 'Listings',
    permission: 'listings',
    Component: load(() => import('../admin-listings/all-listings.tsx'), 'AllListings'),
  },
  {
    value: 'hidden',
    label: 'Hidden',
    icon: 'eye-off',
    group: 'Listings',
    permission: 'listings',
    Component: load(() => import('./hidden-listings.tsx'), 'HiddenListings'),
    useCount: () => useHiddenListings().total,
  },
  {
    value: 'imports',
    label: 'Imports',
    icon: 'upload',
    group: 'Listings',
    permission: 'imports',
    Component: load(() => import('../import/imports.tsx'), 'Imports'),
  },
  {
    value: 'all',
    label: 'Users',
    icon: 'users',
    group: 'People',
    permission: 'accounts',
    Component: load(() => import('./users.tsx'), 'Users'),
    otherValues: ['suspended'],
  },
  {
    value: 'record',
    label: 'Audit log',
    icon: 'history',
    group: 'People',
    permission: 'audit-log',
    Component: load(() => import('./audit-log.tsx'), 'AuditLog'),
  },
  {
    value: 'payments',
    label: 'Payments',
    icon: 'receipt-text',
    group: 'Money',
    permission: 'payments',
    Component: load(() => import('./payments.tsx'), 'Payments'),
  },
  {
    value: 'overview',
    label: 'Overview',
    icon: 'chart-no-axes-column',
    group: 'Site',
    permission: 'overview',
    Component: load(() => import('./overview.tsx'), 'Overview'),
  },
  {
    value: 'searches',
    label: 'Searches',
    icon: 'search',
    group: 'Site',
    permission: 'overview',
    Component: load(() => import('./zero-result-searches.tsx'), 'ZeroResultSearches'),
  },
  {
    value: 'health',
    label: 'Health',
    icon: 'activity',
    group: 'Site',
    permission: 'health',
    Component: load(() => import('./health.tsx'), 'Health'),
  },
];

/** The section that `/admin` opens on, where the role may see it. */
export const FIRST_SECTION = 'all';

/** The sections of a role. */
export const sectionsOf = (role: Role): Section[] =>
  SECTIONS.filter(({ permission }) => permission === null || hasPermission(role, permission));
