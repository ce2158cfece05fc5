import { WEEKDAYS } from '#contract/hours/weekly-hours.ts';
import { LANGUAGES } from '#contract/i18n/languages.ts';
import {
  EMPTY_LISTING_FORM,
  idempotencyKeySchema,
  type ListingFields,
  type ListingForm,
  type ListingFormValues,
  listingFormValuesSchema,
} from '#contract/listing-form.ts';
import { type UploadedPhoto, uploadedPhotoSchema } from '#contract/photos.ts';
import { z } from '#contract/zod.ts';
import { getLocalStorage, getSessionStorage } from '#web/base/api/browser-storage.ts';
import { createStoredDraft } from '#web/base/api/stored-draft.ts';
import { LANGUAGE } from '#web/base/i18n/language.ts';
import { LISTING_DRAFT_KEY } from '#web/base/session/browser-data.ts';
import { SECTION_NAMES, type SectionName } from '#web/listing-form/sections/sections.ts';

/**
 * The form of a new listing, which is written in the language of these pages unless its owner says otherwise. With an empty text where the
 * form has an input, so that nothing looks changed before something is typed.
 */
export const NEW_LISTING_FORM: ListingFormValues = {
  ...EMPTY_LISTING_FORM,
  language: LANGUAGE,
  translations: Object.fromEntries(LANGUAGES.map((language) => [language, { title: '', description: '' }])),
};

/** The part of a draft that is not a field of the form. */
export interface DraftState {
  /** The `Idempotency-Key` of the post: a UUID. */
  idempotencyKey: string;
  /** The optional sections that are open. */
  openSections: SectionName[];
  /** The uploaded pictures that the form refers to. */
  uploaded: UploadedPhoto[];
}

/** The state of a draft that was just begun. */
export const newDraftState = (): DraftState => ({
  idempotencyKey: newUuid(),
  openSections: [],
  uploaded: [],
});

// The two keys are fixed: docs/product.md, Posting and editing.

function parseDraft(stored: object): ListingForm & DraftState {
  const state: DraftState = { ...newDraftState(), ...pickValid(draftStateShape, stored) };
  return { ...parseStoredForm(stored), ...state };
}

/** The new listing that was last typed in this tab and not posted. Fields that are not valid get their initial values. */
const tabDraft = createStoredDraft(LISTING_DRAFT_KEY, getSessionStorage, parseDraft);

const DAY_MS = 24 * 60 * 60 * 1000;
const DRAFT_DAYS = 30;
/** Uploads that no listing has are deleted after a day. */
const PICTURES_MS = 0.9 * DAY_MS;

/** A draft that was stored so long ago. */
export function parseAged(stored: object, ageMs: number): ListingForm & DraftState {
  const { logo, photos } = EMPTY_LISTING_FORM;
  return { ...parseDraft(stored), ...(ageMs > PICTURES_MS && { logo, photos, uploaded: [] }) };
}

/** Its copy that survives the tab, which signing out removes (web/base/session/browser-data.ts). */
const lastingDraft = createStoredDraft(
  LISTING_DRAFT_KEY,
  getLocalStorage,
  (stored: { savedAt?: unknown }): (ListingForm & DraftState & { savedAt?: number }) | null => {
    const ageMs = Date.now() - Number(stored.savedAt);
    if (!(ageMs < DRAFT_DAYS * DAY_MS)) return null;
    return parseAged(stored, ageMs);
  },
);

/** The new listing that was typed last and not posted: in this tab, or within 30 days in another one, without its pictures after a day. */
export const listingDraft = {
  read: (inTab?: Storage | null, lasting?: Storage | null) => tabDraft.read(inTab) ?? lastingDraft.read(lasting),
  save: (draft: ListingForm & DraftState, inTab?: Storage | null, lasting?: Storage | null): undefined => {
    tabDraft.save(draft, inTab);
    lastingDraft.save({ ...draft, savedAt: Date.now() }, lasting);
  },
  remove: (inTab?: Storage | null, lasting?: Storage | null) => {
    tabDraft.remove(inTab);
    lastingDraft.remove(lasting);
  },
};

/**
 * The listing that is being paid for, read by the page that follows the payment, with the id of its draft on the server
 * once that is known. Not validated here: the server validates what is posted.
 */
export const pendingListing = createStoredDraft(
  'pendingAdData',
  getSessionStorage,
  (stored) => stored as Partial<ListingFields> & { listingId?: number },
);

/** The fields of the pending listing; null when there is none, or when it is not the listing that was paid for. */
export function readPendingFields(paidListingId: number | undefined, storage?: Storage | null): object | null {
  const { listingId, ...fields } = pendingListing.read(storage) ?? {};
  if (Object.keys(fields).length === 0) return null;
  return listingId === undefined || listingId === paidListingId ? fields : null;
}

// An unfinished time, and a date that was not chosen yet, are valid in a draft; the form checks it on submit.
const draftDaySchema = z.union([
  z.enum(['closed', 'appointment', 'all-day']),
  z.array(z.object({ opens: z.string().max(20), closes: z.string().max(20) })).max(20),
]);
const draftHoursSchema = z.partialRecord(z.enum(WEEKDAYS), draftDaySchema.nullable());
const draftSpecialHoursSchema = z
  .array(z.object({ on: z.string().max(30), hours: draftDaySchema, reason: z.literal('vacation').optional() }))
  .max(100);
const draftValuesShape = {
  ...listingFormValuesSchema.shape,
  hours: draftHoursSchema.nullable(),
  specialHours: draftSpecialHoursSchema,
};
const draftStateShape = {
  idempotencyKey: idempotencyKeySchema,
  openSections: z.array(z.enum(SECTION_NAMES)).max(SECTION_NAMES.length),
  uploaded: z.array(uploadedPhotoSchema).max(20),
};

/** The values of a form from any stored object. Fields that are not valid get their initial values. */
export function parseStoredForm(stored: object): ListingForm {
  return { ...EMPTY_LISTING_FORM, ...pickValid(draftValuesShape, stored) };
}

/** The fields that are valid. Each is checked alone, so that one that is not drops no other. */
function pickValid<Shape extends z.ZodRawShape>(shape: Shape, stored: object): Partial<z.output<z.ZodObject<Shape>>> {
  const values = Object.entries(shape).flatMap(([name, schema]) => {
    const parsed = z.safeParse(schema, (stored as Record<string, unknown>)[name]);
    return parsed.success ? [[name, parsed.data]] : [];
  });
  return Object.fromEntries(values);
}

/** A random UUID (RFC 9562, version 4), also without https, where `crypto.randomUUID` is missing (a local network). */
function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) =>
    (index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte).toString(16).padStart(2, '0'),
  ).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
