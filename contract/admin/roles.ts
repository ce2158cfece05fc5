import { defineMessage } from '#contract/i18n/t.ts';

/** What a member of the staff may do. Account 1 is always an administrator (docs/product.md, Staff). */
export const ROLES = ['administrator', 'moderator', 'support', 'finance', 'editor'] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_LABELS: Record<Role, string> = {
  administrator: defineMessage('Administrator'),
  moderator: defineMessage('Moderator'),
  support: defineMessage('Support'),
  finance: defineMessage('Finance'),
  editor: defineMessage('Editor'),
};

/** What a route of `/api/admin` asks for, and a section of `/admin` shows. */
export const PERMISSIONS = [
  'accounts',
  'ads',
  'announcements',
  'audit-log',
  'categories',
  'claims',
  'emails',
  'health',
  'imports',
  'listings',
  'messages',
  'overview',
  'ownership',
  'payments',
  'plans',
  'reports',
  'reviews',
  'settings',
  'staff',
  'texts',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** The only source of who may do what. */
export const ROLE_PERMISSIONS: Record<Role, readonly Permission[]> = {
  administrator: PERMISSIONS,
  moderator: ['overview', 'listings', 'reports', 'reviews', 'messages', 'claims'],
  support: ['overview', 'accounts', 'announcements', 'messages', 'emails'],
  finance: ['overview', 'payments'],
  editor: ['overview', 'texts', 'categories', 'emails'],
};

export const hasPermission = (role: Role | null, permission: Permission): boolean =>
  role !== null && ROLE_PERMISSIONS[role].includes(permission);
