import type { AuditLogEntry } from '#contract/admin/audit-log.ts';
import { ROLE_LABELS } from '#contract/admin/roles.ts';
import { SETTING_LABELS } from '#contract/admin/setting-labels.ts';
import type { SettingKey } from '#contract/admin/settings.ts';
import { t } from '#contract/i18n/t.ts';
import { formatDollarsAndCents, type PaidPlanId, PLANS } from '#contract/plans/plans.ts';
import { EmptyCell } from '#web/admin/date-time.tsx';
import { formatList } from '#web/base/i18n/format.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { srOnly } from '#web/base/ui/sr-only.tsx';
import { DateTime } from '#web/base/ui/time.tsx';

type Facts = NonNullable<AuditLogEntry['before']>;

/** What an act changed: each fact before and after, or once where it only says what the entry is about. */
export function AuditFacts({ before, after }: Pick<AuditLogEntry, 'before' | 'after'>) {
  // PostgreSQL orders the keys of an object by their lengths.
  const order = Object.keys(NAMES);
  const names = Object.keys({ ...before, ...after }).toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
  if (names.length === 0) return <EmptyCell />;
  return (
    <ul className="text-sm">
      {names.map((name) => (
        <li key={name} className="wrap-anywhere">
          <span className="text-muted">{NAMES[name] ?? name}: </span>
          <Change name={name} before={before} after={after} />
        </li>
      ))}
    </ul>
  );
}

function Change({ name, before, after }: { name: string; before: Facts | null; after: Facts | null }) {
  const [former, latter] = [before?.[name], after?.[name]];
  if (former === undefined || latter === undefined || former === latter)
    return <FactValue name={name} value={latter ?? former ?? null} />;
  return (
    <>
      {rich('{before} {arrow}<hidden> changed to </hidden> {after}', {
        before: <FactValue name={name} value={former} />,
        arrow: <Icon name="arrow-right" className="inline size-3.5 align-[-0.125em] text-muted" />,
        hidden: srOnly,
        after: (
          <span className="font-semibold">
            <FactValue name={name} value={latter} />
          </span>
        ),
      })}
    </>
  );
}

function FactValue({ name, value }: { name: string; value: Facts[string] }) {
  if (value === null && name === 'priceCents') return t('Off sale');
  if (value === null || value === '') return t('none');
  if (typeof value === 'boolean') return value ? t('Yes') : t('No');
  if (name === 'setting') return SETTING_LABELS[value as SettingKey]?.label ?? value;
  if (name === 'plan') return getPlanName(String(value));
  if (name === 'plans') return formatList(String(value).split(' ').map(getPlanName));
  if (name === 'tone') return TONES[String(value)] ?? String(value);
  if (TIMES.includes(name)) return <DateTime at={String(value)} />;
  if (name === 'role') return ROLES[String(value)] ?? String(value);
  if (name.endsWith('Cents')) return formatDollarsAndCents(Number(value));
  if (NUMBERED.includes(name)) return typeof value === 'number' ? `#${value}` : value;
  if (name === 'status') return STATUSES[String(value)] ?? String(value);
  return String(value);
}

const getPlanName = (id: string) => PLANS[id as PaidPlanId]?.name ?? id;

/** The roles of the staff, and of people who help a business. */
const ROLES: Record<string, string> = { ...ROLE_LABELS, manager: t('Manager'), viewer: t('Viewer') };

const TONES: Record<string, string> = {
  information: t('Information'),
  warning: t('Warning'),
  urgent: t('Urgent'),
};

const NUMBERED = [
  'owner',
  'claim',
  'report',
  'payment',
  'coupon',
  'invitation',
  'category',
  'notice',
  'ad',
  'announcement',
  'picture',
  'phonePicture',
];
const TIMES = ['holdsFrom', 'startsAt', 'endsAt'];

const NAMES: Record<string, string> = {
  ownCase: t('Own case, because nobody else could decide'),
  status: t('Status'),
  owner: t('Owner'),
  claim: t('Claim'),
  report: t('Report'),
  payment: t('Payment'),
  review: t('review', null, 'audit log'),
  conversation: t('conversation', null, 'audit log'),
  refundedCents: t('Refunded'),
  version: t('Version'),
  coupon: t('Coupon'),
  percentOff: t('Percent off'),
  amountOffCents: t('Amount off'),
  plans: t('Plans'),
  firstDay: t('First day'),
  lastDay: t('Last day'),
  maxUses: t('Uses'),
  credits: t('Credits'),
  role: t('Role'),
  invitation: t('Invitation'),
  sessions: t('Sessions'),
  category: t('Category'),
  city: t('City'),
  name: t('Name'),
  names: t('Translated name'),
  address: t('Web address'),
  icon: t('Icon'),
  parent: t('Parent'),
  words: t('Words'),
  order: t('Order'),
  listings: t('Listings'),
  mergedInto: t('Merged into'),
  place: t('Place'),
  middle: t('Middle'),
  radiusMiles: t('Radius in miles'),
  otherNames: t('Other names'),
  setting: t('Setting'),
  value: t('Value'),
  isDefault: t('Default'),
  plan: t('Plan'),
  priceCents: t('Price'),
  tax: t('Sales tax'),
  holdsFrom: t('Holds from'),
  notice: t('Notice'),
  text: t('Text'),
  translatedText: t('Text in Spanish'),
  translatedLinkLabel: t('Text of the link in Spanish'),
  link: t('Link'),
  linkLabel: t('Text of the link'),
  tone: t('Kind', null, 'notice'),
  scope: t('Shown on'),
  startsAt: t('Starts'),
  endsAt: t('Ends'),
  ad: t('Booked ad'),
  slot: t('Ad space'),
  advertiser: t('Advertiser'),
  description: t('Description'),
  focus: t('Point in focus'),
  html: t('HTML'),
  picture: t('Picture'),
  phonePicture: t('Picture for phones'),
  counties: t('Counties'),
  categories: t('Categories'),
  language: t('Language'),
  weight: t('Weight'),
  paidCents: t('Paid'),
  announcement: t('Email to owners'),
  recipients: t('Recipients'),
};

/** The states of what entries are about. */
const STATUSES: Record<string, string> = {
  active: t('active', null, 'status'),
  added: t('added', null, 'status'),
  approved: t('approved', null, 'status'),
  booked: t('booked', null, 'status'),
  canceled: t('canceled', null, 'status'),
  declined: t('declined', null, 'status'),
  deleted: t('deleted', null, 'status'),
  draft: t('draft', null, 'status'),
  edited: t('edited', null, 'status'),
  ended: t('ended', null, 'status'),
  hidden: t('hidden', null, 'status'),
  held: t('held', null, 'status'),
  kept: t('kept', null, 'status'),
  mailed: t('mailed', null, 'status'),
  open: t('open', null, 'status'),
  paused: t('paused', null, 'status'),
  release: t('original text', null, 'status'),
  removed: t('removed', null, 'status'),
  scheduled: t('scheduled', null, 'status'),
  shown: t('shown', null, 'status'),
  suspended: t('suspended', null, 'status'),
  unconfirmed: t('unconfirmed', null, 'status'),
  unpublished: t('unpublished', null, 'status'),
  unused: t('unused', null, 'status'),
  used: t('used', null, 'status'),
  waiting: t('waiting', null, 'status'),
  withheld: t('withheld', null, 'status'),
  'taken-back': t('taken back', null, 'status'),
};
