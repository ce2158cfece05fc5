import type { Desk } from '#contract/admin/desk.ts';
import type { FactName } from '#contract/fact-sources.ts';
import { t } from '#contract/i18n/t.ts';
import { LISTING_FIELD_NAMES, LISTING_FIELDS, type ListingFieldName } from '#contract/listing-fields/listing-fields.ts';
import { FACTS_CLASS, Fact } from '#web/admin/fact.tsx';
import { useNameLookup } from '#web/owner-listings/field-changes.tsx';
import { formatField } from '#web/owner-listings/form-diff.ts';
import { isEmptyField } from './empty-field.ts';
import { Panel } from './panel.tsx';

/** The fact that each field of the form belongs to, where sources say it. */
const FACTS: Partial<Record<ListingFieldName, FactName>> = {
  title: 'name',
  description: 'description',
  address: 'address',
  phone: 'phone',
  email: 'email',
  website: 'website',
  categoryId: 'category',
  hours: 'hours',
};

const ALWAYS: ListingFieldName[] = ['title', 'description', 'businessName', 'address', 'phone', 'email', 'website'];

/** All that a listing says, with who said it and when. */
export function FactTable({ desk: { listing, facts } }: { desk: Desk }) {
  const lookUpName = useNameLookup();
  const isEmpty = (name: ListingFieldName) => isEmptyField(listing.form, name);
  const shown = LISTING_FIELD_NAMES.filter(
    (name) => name !== 'premium' && name !== 'state' && (ALWAYS.includes(name) || !isEmpty(name)),
  );
  return (
    <Panel title={t('Facts')}>
      <dl className={FACTS_CLASS}>
        {shown.map((name) => (
          <Fact key={name} name={LISTING_FIELDS[name].label}>
            <span className={isEmpty(name) ? 'text-muted' : undefined}>
              {formatField(listing.form, name, lookUpName)}
            </span>
            <FactOrigin fact={facts.find((fact) => fact.name === FACTS[name])} />
          </Fact>
        ))}
      </dl>
    </Panel>
  );
}

function FactOrigin({ fact }: { fact: Desk['facts'][number] | undefined }) {
  if (!fact) return null;
  const who = fact.by === 'source' ? fact.title : fact.by === 'owner' ? t('The owner') : t('The staff');
  return (
    <span className="block text-muted text-sm">
      {who}
      {fact.date && `, ${fact.date}`}
    </span>
  );
}
