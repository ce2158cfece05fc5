import { useQuery } from '@tanstack/react-query';
import type { AdminCategories } from '#contract/admin/categories.ts';
import type { AdminNotices } from '#contract/admin/notices.ts';
import type { TextSummaries } from '#contract/admin/texts.ts';
import { COUNTY_NAMES } from '#contract/i18n/county-names.ts';
import { t } from '#contract/i18n/t.ts';
import type { Coupon } from '#contract/plans/coupons.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { shownName } from '#web/admin/categories/shown-name.ts';
import type { ApiError, Page } from '#web/base/api/api.ts';
import { queries } from '#web/base/api/queries.ts';
import { LANGUAGE } from '#web/base/i18n/language.ts';
import { normalizeText } from '#web/base/ui/form/match-options.ts';
import type { Destination } from './find.ts';

const MAX_ROWS = 5;
const MIN_LENGTH = 2;
const COUPONS = 100;
/** A number, an amount, a card, a day, a receipt, an invoice or an email address. */
const IS_OF_PAYMENT = /^[\s#$*•\d.,/-]*\d[\s\d.,/-]*$|^(?:SL|INV)-?\d|@/i;

/**
 * Texts, categories, coupons and notices whose name has the text, of the sections that the role may see. They are few, so they are read once, when
 * the palette is opened.
 */
export function useFoundThings(text: string, may: (section: string) => boolean): Destination[] {
  const isLongEnough = text.length >= MIN_LENGTH;
  const texts = useQuery<TextSummaries, ApiError>({
    queryKey: [`${ADMIN_API_PREFIX}texts`],
    enabled: isLongEnough && may('texts'),
  });
  const coupons = useQuery<Page<Coupon>, ApiError>({
    queryKey: [`${ADMIN_API_PREFIX}coupons?limit=${COUPONS}`],
    enabled: isLongEnough && may('coupons'),
  });
  const notices = useQuery<AdminNotices, ApiError>({
    queryKey: [`${ADMIN_API_PREFIX}notices`],
    enabled: isLongEnough && may('notices'),
  });
  const categories = useQuery<AdminCategories, ApiError>({
    queryKey: [`${ADMIN_API_PREFIX}categories`],
    enabled: isLongEnough && may('categories'),
  });
  const cities = useQuery({ ...queries.cities(), enabled: isLongEnough && may('listings') });
  if (!isLongEnough) return [];
  const typed = normalizeText(text);
  const has = (name: string) => typed !== '' && normalizeText(name).includes(typed);
  const named = (cities.data?.items ?? []).filter(({ name }) => normalizeText(name) === typed);
  return [
    ...named.map(({ slug, name, county }) => ({
      href: `/admin?tab=listings&city=${slug}`,
      label: t('Listings in {city}', { city: name }),
      note: COUNTY_NAMES[county] ?? county,
      icon: 'map-pin',
    })),
    ...(texts.data?.texts ?? [])
      .filter(({ title, language }) => language === LANGUAGE && has(title))
      .slice(0, MAX_ROWS)
      .map(({ key, title, path, kind }) => ({
        href: `/admin?tab=texts&text=${encodeURIComponent(key)}`,
        label: title,
        note: kind === 'email' ? t('Text of emails') : t('Text · {path}', { path }),
        icon: 'file-text',
      })),
    ...(categories.data?.categories ?? [])
      .filter(({ name, names }) => has([name, ...Object.values(names)].join(' ')))
      .slice(0, MAX_ROWS)
      .map((category) => ({
        href: `/admin?${new URLSearchParams({ tab: 'categories', find: shownName(category) })}`,
        label: shownName(category),
        note: t('Category'),
        icon: 'folder',
      })),
    ...(coupons.data?.items ?? [])
      .filter(({ code }) => has(code))
      .slice(0, MAX_ROWS)
      .map(({ code }) => ({
        href: `/admin?tab=coupons#${code}`,
        label: code,
        note: t('Coupon'),
        icon: 'ticket-percent',
      })),
    ...(notices.data?.notices ?? [])
      .filter((notice) => has(notice.text))
      .slice(0, MAX_ROWS)
      .map((notice) => ({
        href: `/admin?tab=notices#${notice.id}`,
        label: notice.text,
        note: t('Notice'),
        icon: 'megaphone',
      })),
    // A number, an amount or a card: the list of payments understands them all.
    ...(may('payments') && IS_OF_PAYMENT.test(text)
      ? [
          {
            href: `/admin?tab=payments&find=${encodeURIComponent(text)}`,
            label: t('Find “{text}” among payments', { text }),
            note: t('Payments'),
            icon: 'receipt-text',
          },
        ]
      : []),
  ];
}
