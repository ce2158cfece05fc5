import type { Kysely } from 'kysely';
import type { AuditFacts } from '#contract/admin/audit-facts.ts';
import type { AdminSetting, SettingChange } from '#contract/admin/setting-changes.ts';
import {
  SETTING_KEYS,
  SETTING_SCHEMAS,
  type SettingKey,
  type SettingValue,
  type SettingValues,
} from '#contract/admin/settings.ts';
import { defineMessage, t } from '#contract/i18n/t.ts';
import { truncate } from '#contract/text.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import { invalidate } from '#server/platform/db/invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, fromZodError } from '#server/platform/http/errors.ts';
import { parseStored, SETTINGS_KEY } from '#server/platform/settings/operator-settings.ts';

/** All settings, in the order of the contract. */
export async function listSettings(db: Kysely<DB>, defaults: SettingValues): Promise<AdminSetting[]> {
  const rows = await db
    .selectFrom('operator_settings as s')
    .leftJoin('accounts as a', 'a.id', 's.changed_by')
    .select(['s.key', 's.value', 's.version', 's.changed_at', 'a.username'])
    .execute();
  return SETTING_KEYS.map((key) => {
    const row = rows.find((candidate) => candidate.key === key);
    const stored = parseStored(key, row?.value);
    return {
      key,
      value: stored ?? defaults[key],
      defaultValue: defaults[key],
      isDefault: stored === undefined || stored === defaults[key],
      version: row?.version ?? 0,
      changedAt: row?.changed_at.toISOString() ?? null,
      changedBy: row?.username ?? null,
    };
  });
}

/**
 * Sets a value, or with null the default again. Every process hears of it when the transaction commits.
 * @throws {Invalid} for a value that the schema of the setting refuses
 * @throws {Conflict} when the setting was changed since `version`
 */
export async function changeSetting(
  db: Kysely<DB>,
  { key, value, version, by }: SettingChange & { key: SettingKey; by: number },
  defaults: SettingValues,
): Promise<void> {
  const next = value === null ? null : parseValue(key, value);
  await db.transaction().execute(async (trx) => {
    const former = await trx
      .selectFrom('operator_settings')
      .select('value')
      .where('key', '=', key)
      .forUpdate()
      .executeTakeFirst();
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('operator_settings')
      .values({ key, value: JSON.stringify(next), changed_by: by })
      .onConflict((stored) =>
        stored
          .column('key')
          .doUpdateSet((row) => ({
            value: row.ref('excluded.value'),
            version: row('operator_settings.version', '+', 1),
            changed_by: by,
            changed_at: row.fn('now'),
          }))
          .where('operator_settings.version', '=', version),
      )
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows !== 1n) throw new Conflict(CHANGED_MEANWHILE);
    await recordAuditEvent(trx, {
      kind: 'setting-changed',
      accountId: null,
      username: null,
      actorId: by,
      before: toFacts(key, former?.value, defaults),
      after: toFacts(key, next, defaults),
    });
    await invalidate(trx, [SETTINGS_KEY]);
  });
}

const CHANGED_MEANWHILE = defineMessage(
  'Someone else changed this setting while you had it open. Save again to replace their value.',
);

function parseValue(key: SettingKey, value: SettingValue): SettingValue {
  const parsed = SETTING_SCHEMAS[key].safeParse(value);
  if (parsed.error) {
    const issues = parsed.error.issues.map((issue) => ({ ...issue, path: ['value'] }));
    throw fromZodError(t('This value can’t be used.'), { issues });
  }
  return parsed.data;
}

/** A value as the audit log has it: of a long list, the beginning. */
function toFacts(setting: SettingKey, value: unknown, defaults: SettingValues): AuditFacts {
  const stored = parseStored(setting, value);
  const current = stored ?? defaults[setting];
  const isLong = typeof current === 'string' && (current.length > 1000 || Buffer.byteLength(current) > MAX_AUDIT_BYTES);
  return { setting, value: isLong ? truncate(current, SHORTENED_LENGTH) : current, isDefault: stored === undefined };
}

const MAX_AUDIT_BYTES = 3500;
// So few that they have fewer bytes than that in any script.
const SHORTENED_LENGTH = 800;
