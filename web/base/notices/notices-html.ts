import type { Notice } from '#contract/admin/notices.ts';
import { t } from '#contract/i18n/t.ts';
import { LANGUAGE, localPath } from '#web/base/i18n/language.ts';
import { escapeHtml } from '#web/base/ui/html.ts';
import { iconHtml } from '#web/base/ui/icon.tsx';

const TONES: Record<Notice['tone'], { icon: string; label: string; wash: string }> = {
  information: { icon: 'info', label: t('Notice'), wash: 'bg-pacific-wash' },
  warning: { icon: 'triangle-alert', label: t('Warning'), wash: 'bg-poppy-wash' },
  urgent: { icon: 'siren', label: t('Urgent'), wash: 'bg-danger-wash' },
};

/** The name of a notice under which a browser remembers that it was dismissed; an edited one is another. */
export const toNoticeName = ({ id, version }: Pick<Notice, 'id' | 'version'>) => `${id}-${version}`;

/** Notices as HTML; empty without any. The server makes it too: it is in the page, whose scripts need not contain it. */
export const noticesHtml = (notices: Notice[]): string =>
  notices.length === 0
    ? ''
    : `<section aria-label="${t('Notices')}" class="no-print">${notices.map(noticeHtml).join('')}</section>`;

function noticeHtml({ text, language, link, tone, ...notice }: Notice): string {
  const { icon, label, wash } = TONES[tone];
  const lang = language === LANGUAGE ? '' : ` lang="${language}"`;
  return [
    `<div class="border-line border-b ${wash}"><div class="mx-auto flex w-full max-w-page items-center gap-2.5 px-4 sm:px-6">`,
    `<span class="shrink-0 self-start pt-3 text-lg">${iconHtml(icon)}</span>`,
    `<p class="wrap-anywhere min-w-0 grow whitespace-pre-line py-2"><b>${label}:</b> <span${lang}>${escapeHtml(text)}</span>`,
    link &&
      ` <a class="link"${lang} href="${escapeHtml(localPath(link.href))}"${isOwn(link.href) ? '' : ' rel="noopener"'}>${escapeHtml(link.label)}</a>`,
    '</p>',
    tone !== 'urgent' &&
      `<button type="button" data-notice="${toNoticeName(notice)}" aria-label="${t('Dismiss', null, 'notice')}" class="-mr-3 grid size-11 shrink-0 place-items-center noscript:hidden">${iconHtml('x')}</button>`,
    '</div></div>',
  ]
    .filter(Boolean)
    .join('');
}

const isOwn = (href: string) => href.startsWith('/');
