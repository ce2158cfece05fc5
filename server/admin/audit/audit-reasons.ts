import type { AuditKind } from '#contract/admin/audit-log.ts';
import { SETTING_LABELS } from '#contract/admin/setting-labels.ts';
import { t, translateDefined } from '#contract/i18n/t.ts';
import { PLANS } from '#contract/plans/plans.ts';
import { SUGGESTED_EDIT_KINDS, type SuggestedEditKind } from '#contract/reports/suggested-edit-kinds.ts';
import { type ComposedReason, toShownReason, writeComposed } from '#server/listings/versions/composed-reasons.ts';

/**
 * The reason of an entry of the audit log in the language of the request: what the program composed is translated, what somebody
 * typed stays as it is, and so do file names, subjects of emails and commands.
 */
export const toShownAuditReason = (kind: AuditKind, stored: string): string =>
  writeComposed(REASONS[kind] ?? [], stored) ?? toShownReason(stored);

const writeFactor = (kind: string) =>
  t('{kind, select, totp {authenticator app} recovery {recovery code} password {password} other {passkey}}', { kind });

const FACTOR: ComposedReason[] = [
  [/^authenticator app$/, () => writeFactor('totp')],
  [/^(totp|recovery|password|passkey)$/, writeFactor],
];

const EXPORTS: ComposedReason[] = [
  [/^backup, (.+)$/, (file) => t('backup, {file}', { file })],
  [/^scheduled, (.+)$/, (file) => t('scheduled, {file}', { file })],
  [
    /^(\w+) as (csv|jsonl) (each day|each Monday|on the first of each month) at (\d+):00, the newest (\d+)$/,
    (subject, format, every, hour, count) =>
      t('{what}, {every}, at {hour}:00, the newest {count}', {
        what: writeExport(subject, format),
        every: EVERY[every as keyof typeof EVERY](),
        hour,
        count,
      }),
  ],
  [/^(\w+) as (csv|jsonl)$/, writeExport],
];

const EVERY = {
  'each day': () => t('each day'),
  'each Monday': () => t('each Monday'),
  'on the first of each month': () => t('on the first of each month'),
};

function writeExport(subject: string, format: string): string {
  return t(
    '{subject, select, listings {listings} accounts {accounts} payments {payments} claims {claims} reports {reports} other {audit log}} as {format}',
    { subject, format },
  );
}

const IMPORTS: ComposedReason[] = [[/^Import (\d+): (.+)$/s, (id, file) => t('Import {id}: {file}', { id, file })]];

const TEXTS: ComposedReason[] = [
  [/^(.+?): added a draft$/s, (name) => t('{name}: added a draft', { name })],
  [/^(.+?): saved a draft$/, (name) => t('{name}: saved a draft', { name })],
  [/^(.+?): discarded the draft$/, (name) => t('{name}: discarded the draft', { name })],
  [/^(.+?): deleted$/, (name) => t('{name}: deleted', { name })],
  [
    /^(.+?): kept over a newer (?:release|original text)$/,
    (name) => t('{name}: kept over a newer original text', { name }),
  ],
  // A typed note may follow.
  [
    /^(.+?): (published|scheduled|canceled) version (\d+)(\. .*)?$/s,
    (name, what, number, note = '') =>
      t('{name}: {what, select, published {published} scheduled {scheduled} other {canceled}} version {number}', {
        name,
        what,
        number,
      }) + note,
  ],
  [
    /^(.+?): back to the (?:text of the release|original text)(\. .*)?$/s,
    (name, note = '') => t('{name}: back to the original text', { name }) + note,
  ],
  [/^(.+?): removed(\. .*)?$/s, (name, note = '') => t('{name}: removed', { name }) + note],
];

const TAXES: ComposedReason[] = [[/^No tax: (.*)$/s, (reason) => t('No tax: {reason}', { reason })]];

const PRICES: ComposedReason[] = [
  [
    new RegExp(
      `^(${Object.values(PLANS)
        .map(({ name }) => name)
        .join('|')}) (off sale|\\$[\\d.]+): (.*)$`,
      's',
    ),
    (plan, price, reason) =>
      price === 'off sale'
        ? t('{plan} off sale: {reason}', { plan: translateDefined(plan), reason })
        : `${translateDefined(plan)} ${price}: ${reason}`,
  ],
];

const EDITS: ComposedReason[] = [
  [
    new RegExp(`^(${Object.keys(SUGGESTED_EDIT_KINDS).join('|')})(?: (.*))?$`, 's'),
    (kind, value) => {
      const label = translateDefined(SUGGESTED_EDIT_KINDS[kind as SuggestedEditKind]);
      return value === undefined ? label : `${label}: ${value}`;
    },
  ],
];

/** What of the rules is filled in. */
function writeRules(state: string, all = '', ...counts: string[]): string {
  const [days = 0, words = 0, categories = 0, trusted = 0] = counts.map(Number);
  return [
    state === 'On' ? t('On', null, 'setting') : t('Off', null, 'setting'),
    all && t('all new listings'),
    days > 0 && t('accounts younger than {days, plural, one {# day} other {# days}}', { days }),
    words > 0 && t('{count, plural, one {# word} other {# words}}', { count: words }),
    categories > 0 && t('{count, plural, one {# category} other {# categories}}', { count: categories }),
    trusted > 0 && t('{count, plural, one {# trusted account} other {# trusted accounts}}', { count: trusted }),
  ]
    .filter(Boolean)
    .join(', ');
}

const REASONS: Partial<Record<AuditKind, ComposedReason[]>> = {
  'sign-in-failed': [
    [/^suspended$/, () => t('suspended', null, 'account')],
    [/^wrong current password$/, () => t('wrong current password')],
    [/^second factor: (\w+)$/, (kind) => t('second factor: {factor}', { factor: writeFactor(kind) })],
  ],
  'signed-in': FACTOR,
  'second-factor-added': FACTOR,
  'second-factor-removed': FACTOR,
  'approval-rules-changed': [
    [
      /^(On|Off)(, all new listings)?, accounts younger than (\d+) days, (\d+) words, (\d+) categories, (\d+) trusted accounts$/,
      writeRules,
    ],
  ],
  'objection-decided': [
    [/^Kept: (.*)$/s, (answer) => t('Kept: {answer}', { answer })],
    [/^Taken back: (.*)$/s, (answer) => t('Taken back: {answer}', { answer })],
  ],
  'data-exported': EXPORTS,
  'export-scheduled': EXPORTS,
  'export-unscheduled': EXPORTS,
  'import-uploaded': IMPORTS,
  'import-started': IMPORTS,
  'import-canceled': IMPORTS,
  'import-undone': IMPORTS,
  'text-published': TEXTS,
  'text-drafted': TEXTS,
  'notice-changed': [
    [
      /^(Added|Changed|Ended): (.*)$/s,
      (what, text) => t('{what, select, Added {Added} Changed {Changed} other {Ended}}: {text}', { what, text }),
    ],
  ],
  'tax-scheduled': TAXES,
  'tax-withdrawn': TAXES,
  'price-scheduled': PRICES,
  'price-withdrawn': PRICES,
  'edit-accepted': EDITS,
  'edit-dismissed': EDITS,
  'setting-changed': [[/^(.*)$/s, writeSetting]],
};

/** 'Site name: “SoCal Local” (default) → “Local”'. */
function writeSetting(stored: string): string {
  const label = Object.values(SETTING_LABELS).find((known) => stored.startsWith(`${known.label}: `))?.label;
  const found = label && SETTING_VALUES.exec(stored.slice(label.length + 2));
  if (!found) return stored;
  const [, before = '', isDefault, after = '', becomesDefault] = found;
  return `${translateDefined(label)}: ${writeValue(before, isDefault)} → ${writeValue(after, becomesDefault)}`;
}

const SETTING_VALUES = /^(empty|“.*”)( \(default\))? → (empty|“.*”)( \(default\))?$/s;

function writeValue(value: string, isDefault: string | undefined): string {
  const text = value === 'empty' ? t('empty', null, 'setting') : value;
  return isDefault ? t('{text} (default)', { text }) : text;
}
