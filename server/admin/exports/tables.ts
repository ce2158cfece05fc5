import type { ExportSubject } from '#contract/admin/exports.ts';
import { DETAIL_FIELD_NAMES, DETAIL_FIELDS } from '#contract/listing-fields/detail-fields.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { withFacts } from './listing-facts.ts';

/** A table with ids, and the columns of it that are exported, in their order. */
interface ExportedTable<Table extends keyof DB> {
  table: Table;
  columns: (keyof DB[Table] & string)[];
}

/** A whitelist: a new column is exported when it is named here. Never hashes, tokens or keys. */
export const EXPORTED_TABLES: Record<ExportSubject, { table: keyof DB; columns: string[] }> = {
  listings: {
    table: 'listings',
    columns: withFacts([
      ...([
        'id',
        'status',
        'title',
        'business_name',
        'description',
        'language',
        'translations',
        'category_id',
        'address',
        'city',
        'zip',
        'phone',
        'email',
        'website',
        ...DETAIL_FIELD_NAMES.map((name) => DETAIL_FIELDS[name].column),
        'lat',
        'lng',
        'level',
        'paid_until',
        'owner_id',
        'source',
        'source_id',
        'created_at',
        'updated_at',
        'expires_at',
        'hidden_at',
        'deleted_at',
      ] satisfies (keyof DB['listings'])[]),
      'more_category_slugs',
    ]),
  },
  accounts: exported({
    table: 'accounts',
    columns: [
      'id',
      'username',
      'business_name',
      'email',
      'email_confirmed_at',
      'is_active',
      'suspended_at',
      'suspension_reason',
      'suspended_by',
      'created_at',
    ],
  }),
  payments: exported({
    table: 'payments',
    columns: [
      'id',
      'mode',
      'receipt_number',
      'status',
      'account_id',
      'username',
      'listing_id',
      'plan',
      'level',
      'months',
      'part_of',
      'quantity',
      'amount_cents',
      'discount_cents',
      'tax_cents',
      'tax_name',
      'is_gift',
      'currency',
      'card_brand',
      'card_last4',
      'intent_id',
      'created_at',
      'paid_at',
      'redeemed_at',
      'returned_at',
      'disputed_at',
    ],
  }),
  claims: exported({
    table: 'claims',
    columns: [
      'id',
      'listing_id',
      'account_id',
      'status',
      'email',
      'note',
      'reason',
      'created_at',
      'decided_at',
      'decided_by',
    ],
  }),
  audit: exported({
    table: 'audit',
    columns: [
      'id',
      'at',
      'kind',
      'account_id',
      'username',
      'actor_id',
      'role',
      'reason',
      'listing_id',
      'before',
      'after',
    ],
  }),
  reports: exported({
    table: 'reports',
    columns: ['id', 'listing_id', 'reporter_id', 'reason', 'text', 'outcome', 'created_at', 'closed_at', 'closed_by'],
  }),
  searches: exported({ table: 'zero_result_searches', columns: ['id', 'kind', 'day', 'words', 'place', 'searches'] }),
};

/** Checks the names of the columns against the schema. */
function exported<Table extends keyof DB>(table: ExportedTable<Table>): { table: keyof DB; columns: string[] } {
  return table;
}
