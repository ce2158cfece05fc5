import { hasPermission, type Role } from '#contract/admin/roles.ts';
import { useQueueCount } from '../today/today-queries.ts';
import { load, type Section } from './section.ts';

/**
 * The sections of `/admin`, in the order of their group's menu. A new one is an entry here; its module is downloaded when it is opened.
 * The API checks permissions itself.
 */
export const SECTIONS: Section[] = [
  {
    value: 'today',
    label: 'Today',
    icon: 'inbox',
    group: 'Today',
    permission: null,
    Component: load(() => import('../today/today.tsx'), 'Today'),
  },
  {
    value: 'reports',
    label: 'Reports',
    icon: 'flag',
    group: 'Today',
    permission: 'reports',
    Component: load(() => import('./reports.tsx'), 'Reports'),
    useCount: () => useQueueCount('reports'),
  },
  {
    value: 'suggested-edits',
    label: 'Suggested edits',
    icon: 'pen-line',
    group: 'Today',
    permission: 'reports',
    Component: load(() => import('./suggested-edits.tsx'), 'SuggestedEdits'),
    useCount: () => useQueueCount('suggested-edits'),
  },
  {
    value: 'approvals',
    label: 'Approvals',
    icon: 'circle-check',
    group: 'Today',
    permission: 'listings',
    Component: load(() => import('../admin-listings/approvals/approvals.tsx'), 'Approvals'),
    useCount: () => useQueueCount('approvals'),
  },
  {
    value: 'claims',
    label: 'Claims',
    icon: 'store',
    group: 'Today',
    permission: 'claims',
    Component: load(() => import('./claims.tsx'), 'Claims'),
    useCount: () => useQueueCount('claims'),
  },
  {
    value: 'matches',
    label: 'Duplicates',
    icon: 'copy',
    group: 'Today',
    permission: 'listings',
    Component: load(() => import('./matches.tsx'), 'Matches'),
    useCount: () => useQueueCount('matches'),
  },
  {
    value: 'messages',
    label: 'Messages',
    icon: 'mail',
    group: 'Today',
    permission: 'messages',
    Component: load(() => import('./messages.tsx'), 'Messages'),
    useCount: () => useQueueCount('messages'),
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
    value: 'bulk-actions',
    label: 'Recent bulk actions',
    icon: 'history',
    group: 'Listings',
    permission: 'listings',
    Component: load(() => import('../admin-listings/bulk/recent-bulk-actions.tsx'), 'RecentBulkActions'),
  },
  {
    value: 'hidden',
    label: 'Hidden',
    icon: 'eye-off',
    group: 'Listings',
    permission: 'listings',
    Component: load(() => import('./hidden-listings.tsx'), 'HiddenListings'),
  },
  {
    value: 'imports',
    label: 'Imports',
    icon: 'upload',
    group: 'Listings',
    permission: 'imports',
    Component: load(() => import('../import/imports.tsx'), 'Imports'),
    useCount: () => useQueueCount('imports'),
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
    value: 'staff',
    label: 'Staff',
    icon: 'shield-check',
    group: 'People',
    permission: 'staff',
    Component: load(() => import('../staff/staff.tsx'), 'Staff'),
  },
  {
    value: 'record',
    label: 'Audit log',
    icon: 'history',
    group: 'People',
    permission: 'audit-log',
    Component: load(() => import('./audit-log/audit-log.tsx'), 'AuditLog'),
  },
  {
    value: 'payments',
    label: 'Payments',
    icon: 'receipt-text',
    group: 'Money',
    permission: 'payments',
    Component: load(() => import('./payments.tsx'), 'Payments'),
    useCount: () => useQueueCount('refund-requests', 'disputes'),
  },
  {
    value: 'plans',
    label: 'Plans',
    icon: 'badge-percent',
    group: 'Money',
    permission: 'plans',
    Component: load(() => import('../plans/plans.tsx'), 'Plans'),
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
    value: 'notices',
    label: 'Notices',
    icon: 'megaphone',
    group: 'Site',
    permission: 'texts',
    Component: load(() => import('../notices/notices.tsx'), 'Notices'),
  },
  {
    value: 'settings',
    label: 'Settings',
    icon: 'settings',
    group: 'Site',
    permission: 'settings',
    Component: load(() => import('./settings/settings.tsx'), 'Settings'),
  },
  {
    value: 'approval-rules',
    label: 'Approval rules',
    icon: 'sliders-horizontal',
    group: 'Site',
    permission: 'settings',
    Component: load(() => import('../admin-listings/approvals/approval-rules.tsx'), 'ApprovalRules'),
  },
  {
    value: 'exports',
    label: 'Exports',
    icon: 'download',
    group: 'Site',
    permission: 'settings',
    Component: load(() => import('../exports/exports.tsx'), 'Exports'),
  },
  {
    value: 'failures',
    label: 'Failures',
    icon: 'mail-warning',
    group: 'Site',
    permission: 'health',
    Component: load(() => import('../failures/failures.tsx'), 'Failures'),
    useCount: () => useQueueCount('failed-mails', 'failed-jobs'),
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

/** The section that `/admin` opens on. */
export const FIRST_SECTION = 'today';

/** The section of accounts, which `/admin` also shows below the first one. */
export const USERS_SECTION = 'all';

/** The sections of a role. */
export const sectionsOf = (role: Role): Section[] =>
  SECTIONS.filter(({ permission }) => permission === null || hasPermission(role, permission));
