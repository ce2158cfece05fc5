import type { AuditLogEntry } from '#contract/admin/admin.ts';
import { ROLE_LABELS } from '#contract/admin/roles.ts';
import { t } from '#contract/i18n/t.ts';
import { formatDollarsAndCents } from '#contract/plans.ts';
import { Icon } from '../../ui/icon.tsx';
import { NoValue } from '../date-time.tsx';

type Facts = NonNullable<AuditLogEntry['before']>;

/** What an act changed: each fact before and after, or once where it only says what the entry is about. */
export function AuditFacts({ before, after }: Pick<AuditLogEntry, 'before' | 'after'>) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return <NoValue />;
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
      <FactValue name={name} value={former} />{' '}
      <Icon name="arrow-right" className="inline size-3.5 align-[-0.125em] text-muted" />
      <span className="sr-only"> changed to </span>{' '}
      <span className="font-semibold">
        <FactValue name={name} value={latter} />
      </span>
    </>
  );
}

function FactValue({ name, value }: { name: string; value: Facts[string] }) {
  if (value === null) return 'none';
  if (name === 'role') return ROLE_LABELS[value as keyof typeof ROLE_LABELS] ?? value;
  if (name.endsWith('Cents')) return formatDollarsAndCents(Number(value));
  if (NUMBERED.includes(name)) return `#${value}`;
  return String(value);
}

const NUMBERED = ['owner', 'claim', 'report', 'payment', 'coupon', 'invitation', 'category'];

const NAMES: Record<string, string> = {
  status: t('Status'),
  owner: t('Owner'),
  claim: t('Claim'),
  report: t('Report'),
  payment: t('Payment'),
  refundedCents: t('Refunded'),
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
  name: t('Name'),
  address: t('Address'),
  icon: t('Icon'),
  parent: t('Parent'),
  words: t('Words'),
  order: t('Order'),
  listings: t('Listings'),
  mergedInto: t('Merged into'),
};
