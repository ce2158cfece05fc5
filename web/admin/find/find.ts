import { useQuery } from '@tanstack/react-query';
import type { AdminListing } from '#contract/admin/listings.ts';
import { SETTING_LABELS } from '#contract/admin/setting-labels.ts';
import { SETTING_KEYS } from '#contract/admin/settings.ts';
import type { AdminUser } from '#contract/admin/users.ts';
import { t } from '#contract/i18n/t.ts';
import { toPlainText } from '#contract/values/plain-text.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { SECTION_GROUPS, type Section } from '#web/admin/section.ts';
import type { ApiError, Page } from '#web/base/api/api.ts';
import { normalizeText } from '#web/base/ui/form/match-options.ts';
import { SECTION_WORDS, SETTING_WORDS } from './find-words.ts';

const MAX_ROWS = 5;
const MIN_LENGTH = 2;

/** Where the palette leads to. */
export interface Destination {
  href: string;
  label: string;
  note: string;
  icon: string;
}

/** Sections whose label, group or URL has the text, or which have it among their other words, typed with accents or without. */
export const findSections = (sections: Section[], text: string): Destination[] =>
  sections
    .filter(
      ({ label, group, value }) =>
        normalizeText(`${label} ${group} ${value}`).includes(normalizeText(text)) ||
        hasWords(SECTION_WORDS[value] ?? '', text),
    )
    .map(({ value, label, group, icon }) => ({
      href: `/admin?tab=${value}`,
      label,
      note: SECTION_GROUPS[group],
      icon,
    }));

/** Settings by their names and other words; each opens its dialog. */
export function findSettings(text: string): Destination[] {
  if (text.length < MIN_LENGTH) return [];
  return SETTING_KEYS.filter((key) => hasWords(`${SETTING_LABELS[key].label} ${SETTING_WORDS[key] ?? ''}`, text)).map(
    (key) => ({
      href: `/admin?tab=settings&setting=${key}`,
      label: SETTING_LABELS[key].label,
      note: t('Setting'),
      icon: 'settings',
    }),
  );
}

/** Whether each typed word begins one of the words. */
function hasWords(words: string, text: string): boolean {
  const all = normalizeText(words).split(' ');
  const typed = normalizeText(text);
  return typed !== '' && typed.split(' ').every((word) => all.some((one) => one.startsWith(word)));
}

/** The filter of the table of listings that a text means: an id, a phone number, an owner's email, or words of the name. */
export function toListingFilter(text: string): Record<string, string> {
  const plain = toPlainText(text);
  const digits = plain.replace(/\D/g, '');
  // Without '#', seven digits may be a phone number, and five a ZIP code.
  if (/^(?:#|(?!\d{7}$|9\d{4}$))[1-9]\d{0,8}$/.test(plain)) return { id: digits };
  if (/^[\d\s().+/-]+$/.test(plain) && digits.length >= 7) return { phone: plain };
  if (text.includes('@')) return { owner: text };
  return { words: text };
}

/** Listings and accounts that match a text; none while it is too short or the role may not see them. */
export function useFound(text: string, { listings, accounts }: { listings: boolean; accounts: boolean }) {
  const filter = toListingFilter(text);
  const isLongEnough = text.length >= MIN_LENGTH || 'id' in filter;
  const found = useQuery<Page<AdminListing>, ApiError>({
    queryKey: [`${ADMIN_API_PREFIX}ads?${new URLSearchParams({ ...filter, limit: String(MAX_ROWS) })}`],
    enabled: listings && isLongEnough,
  });
  const users = useQuery<Page<AdminUser>, ApiError>({
    queryKey: [
      `${ADMIN_API_PREFIX}users?${new URLSearchParams({ search: text.slice(0, 60), limit: String(MAX_ROWS) })}`,
    ],
    enabled: accounts && isLongEnough,
  });
  return {
    isFetching: found.isFetching || users.isFetching,
    destinations: [
      ...(found.data?.items ?? []).map(({ id, title, city, state, mergedInto }) => ({
        href: `/admin/ads/${id}`,
        label: title,
        note:
          mergedInto !== null
            ? t('Listing #{id} · {city} · merged into #{mergedInto}', { id, city, mergedInto })
            : t(
                'Listing #{id} · {city}{state, select, shown {} expired { · expired} suspended { · suspended} paused { · paused} hidden { · hidden} draft { · draft} waiting { · waiting} deleted { · deleted} sample { · sample} other { · {state}}}',
                { id, city, state },
              ),
        icon: 'store',
      })),
      ...(users.data?.items ?? []).map(({ id, username, isActive }) => ({
        href: `/admin?tab=all&user=${encodeURIComponent(username)}`,
        label: username,
        note: isActive ? t('Account #{id}', { id }) : t('Account #{id} · suspended', { id }),
        icon: 'circle-user-round',
      })),
    ],
  };
}
