import { defineMessage } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import { MAX_SETTING_LENGTH, SETTING_KEYS } from './settings.ts';

const valueSchema = z.union([z.string(), z.number(), z.boolean()]);

/** A setting as the administrator sees it. */
export const adminSettingSchema = z.object({
  key: z.enum(SETTING_KEYS),
  value: valueSchema,
  /** The value of the environment, or else of the product. */
  defaultValue: valueSchema,
  isDefault: z.boolean(),
  /** Counts its changes, those back to the default too. */
  version: z.number().int(),
  /** Null if it was never changed. */
  changedAt: z.string().nullable(),
  /** The username of who changed it; null if it was never changed, or that account was deleted. */
  changedBy: z.string().nullable(),
});
export type AdminSetting = z.infer<typeof adminSettingSchema>;

/** `GET /api/admin/settings`, and the response to every change. */
export const adminSettingsSchema = z.object({ settings: z.array(adminSettingSchema) });
export type AdminSettings = z.infer<typeof adminSettingsSchema>;

/** `PUT /api/admin/settings/{key}`: a new value, or null for the default; `version` is that of the value that it replaces. */
export const settingChangeSchema = z.object({
  value: z
    .union([z.string().max(MAX_SETTING_LENGTH, defineMessage('This is too long')), z.number(), z.boolean()])
    .nullable(),
  version: z.number().int().min(0).max(2_000_000_000),
});
export type SettingChange = z.infer<typeof settingChangeSchema>;

export const settingKeySchema = z.enum(SETTING_KEYS);
