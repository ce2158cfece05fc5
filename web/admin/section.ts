import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { Permission } from '#contract/admin/roles.ts';
import type { Queue } from '#contract/admin/today.ts';
import { t } from '#contract/i18n/t.ts';
import type { AdminActions } from './admin-actions.ts';
import type { Confirmation } from './confirmation.ts';

/** What every section of `/admin` is given: actions with toasts, and `confirm`, which asks a question before one. */
export type SectionProps = AdminActions & { confirm: (confirmation: Confirmation) => void };

/** The groups of the sections, in the order of the menu. */
export const SECTION_GROUPS = {
  today: t('Today'),
  listings: t('Listings'),
  people: t('People'),
  money: t('Money'),
  site: t('Site'),
};

/** A section of `/admin`. */
export interface Section {
  /** The value of `?tab=` in the URL. */
  value: string;
  label: string;
  /** The name of an icon of the sheet. */
  icon: string;
  group: keyof typeof SECTION_GROUPS;
  /** Who has none of them does not see the section; null for every member of the staff. */
  permission: Permission | Permission[] | null;
  /** The component, loaded when the section is opened. */
  Component: LazyExoticComponent<ComponentType<SectionProps>>;
  /** The queues whose number is beside the label: what waits. */
  queues?: Queue[];
  /** Other values of `?tab=` that lead here, because bookmarks and emails have them. */
  otherValues?: string[];
}

/** A component that is loaded with the section, by the name of its export. */
export const load = <Name extends string>(
  importModule: () => Promise<Record<Name, ComponentType<SectionProps>>>,
  name: Name,
) => lazy(async () => ({ default: (await importModule())[name] }));
