import type { AuditKind } from '#contract/admin/audit-log.ts';
import { t } from '#contract/i18n/t.ts';
import { LOCALE } from '#web/base/i18n/language.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Disclosure } from '#web/base/ui/disclosure.tsx';
import { Select, TextInput } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';

/** Which entries of the audit log are shown, as they are typed; empty for all. */
export interface AuditFilter {
  actor: string;
  account: string;
  kind: AuditKind | '';
  listingId: string;
  from: string;
  to: string;
}

export const NO_AUDIT_FILTER: AuditFilter = { actor: '', account: '', kind: '', listingId: '', from: '', to: '' };

/** The filters of the audit log. `kinds` are the labels of what can be done. */
export function AuditFilterForm({
  filter,
  kinds,
  onChange,
}: {
  filter: AuditFilter;
  kinds: Record<AuditKind, string>;
  onChange: (filter: AuditFilter) => void;
}) {
  const count = Object.values(filter).filter(Boolean).length;
  const set = (change: Partial<AuditFilter>) => onChange({ ...filter, ...change });
  return (
    <Disclosure summary={count === 0 ? t('Filter') : t('Filter ({count})', { count })} className="mb-4">
      <div className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-3">
        <Field label={t('By')} hint={t('Username or number of who acted')} optional>
          {(control) => (
            <TextInput
              {...control}
              value={filter.actor}
              maxLength={60}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => set({ actor: event.target.value })}
            />
          )}
        </Field>
        <Field label={t('Account')} hint={t('Username or number of whom it’s about')} optional>
          {(control) => (
            <TextInput
              {...control}
              value={filter.account}
              maxLength={60}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => set({ account: event.target.value })}
            />
          )}
        </Field>
        <Field label={t('What')} optional>
          {(control) => (
            <Select
              {...control}
              value={filter.kind}
              onChange={(event) => set({ kind: event.target.value as AuditKind })}
            >
              <option value="">{t('Everything')}</option>
              {Object.entries(kinds)
                .sort(([, a], [, b]) => a.localeCompare(b, LOCALE))
                .map(([kind, label]) => (
                  <option key={kind} value={kind}>
                    {label}
                  </option>
                ))}
            </Select>
          )}
        </Field>
        <Field label={t('Listing')} hint={t('Its number')} optional>
          {(control) => (
            <TextInput
              {...control}
              value={filter.listingId}
              inputMode="numeric"
              maxLength={15}
              autoComplete="off"
              onChange={(event) => set({ listingId: event.target.value.replace(/\D/g, '') })}
            />
          )}
        </Field>
        <Field label={t('From', null, 'date')} optional>
          {(control) => (
            <TextInput
              {...control}
              type="date"
              value={filter.from}
              onChange={(event) => set({ from: event.target.value })}
            />
          )}
        </Field>
        <Field label={t('To', null, 'date')} optional>
          {(control) => (
            <TextInput
              {...control}
              type="date"
              value={filter.to}
              onChange={(event) => set({ to: event.target.value })}
            />
          )}
        </Field>
      </div>
      {count > 0 && (
        <Button variant="secondary" size="sm" className="mt-4" onClick={() => onChange(NO_AUDIT_FILTER)}>
          {t('Clear all')}
        </Button>
      )}
    </Disclosure>
  );
}
