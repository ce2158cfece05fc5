import {
  EMPTY_LISTING_FORM,
  idempotencyKeySchema,
  type ListingFields,
  type ListingForm,
  listingFormValuesSchema,
} from '#contract/listing-form.ts';
import { type UploadedPhoto, uploadedPhotoSchema } from '#contract/photos.ts';
import { WEEKDAYS } from '#contract/weekly-hours.ts';
import { z } from '#contract/zod.ts';
import { getSessionStorage, readStoredObject, storeObject } from '../app/browser-storage.ts';

// Fixed names: docs/product.md, Posting and editing.
const DRAFT_KEY = 'adFormData';
const PENDING_KEY = 'pendingAdData';

/** What is kept with the fields of a form that is being filled in. */
export interface DraftState {
  /** The `Idempotency-Key` of what the form will make: a UUID. */
  idempotencyKey: string;
  /** Whether the optional fields are open. */
  moreOpen: boolean;
  /** The uploaded pictures that the form names. */
  uploaded: UploadedPhoto[];
}

export interface Draft {
  values: ListingForm;
  state: DraftState;
}

/** What belongs to a form that nothing was done to yet. */
export const newDraftState = (): DraftState => ({ idempotencyKey: newUuid(), moreOpen: false, uploaded: [] });

/** The form that was last filled in here and not sent; null when there is none. What cannot be so is left out. */
export function readDraft(storage = getSessionStorage()): Draft | null {
  const stored = readStoredObject(storage, DRAFT_KEY);
  if (!stored) return null;
  return {
    values: parseStoredForm(stored),
    state: { ...newDraftState(), ...pickValid(draftStateShape, stored) },
  };
}

/** Keeps a form in this tab, through reloads and signing in, until it is forgotten or the tab is closed. */
export function saveDraft(values: ListingForm, state: DraftState, storage = getSessionStorage()): void {
  storeObject(storage, DRAFT_KEY, { ...values, ...state });
}

/**
 * Stores the listing to be paid for, for the page that follows the payment; with the id of its draft on the server, once that
 * is known.
 */
export function savePendingListing(
  fields: ListingFields & { listingId?: number },
  storage = getSessionStorage(),
): void {
  storeObject(storage, PENDING_KEY, fields);
}

/** The form that is to be paid for, as it was kept, unless that is another listing than this; null when there is none. */
export function readPendingListing(paidListingId: number | undefined, storage = getSessionStorage()): object | null {
  const { listingId, ...fields }: { listingId?: unknown } = readStoredObject(storage, PENDING_KEY) ?? {};
  if (Object.keys(fields).length === 0) return null;
  return listingId === undefined || listingId === paidListingId ? fields : null;
}

/** It was paid for, and is a listing now. */
export function deletePendingListing(storage = getSessionStorage()): void {
  storage?.removeItem(PENDING_KEY);
}

/** The form was sent, or is to begin anew. */
export function deleteDraft(storage = getSessionStorage()): void {
  storage?.removeItem(DRAFT_KEY);
}

// While they are typed times may be anything; the form says so when it is sent.
const draftHoursSchema = z.partialRecord(
  z.enum(WEEKDAYS),
  z
    .union([
      z.enum(['closed', 'all-day']),
      z.array(z.object({ opens: z.string().max(20), closes: z.string().max(20) })).max(20),
    ])
    .nullable(),
);
const draftValuesShape = { ...listingFormValuesSchema.shape, hours: draftHoursSchema.nullable() };
const draftStateShape = {
  idempotencyKey: idempotencyKeySchema,
  moreOpen: z.boolean(),
  uploaded: z.array(uploadedPhotoSchema).max(20),
};

/** A form as it stood while it was typed; what cannot be so begins anew. */
export function parseStoredForm(stored: object): ListingForm {
  return { ...EMPTY_LISTING_FORM, ...pickValid(draftValuesShape, stored) };
}

/** Those fields that are what they should be: one that is not costs no other. */
function pickValid<Shape extends z.ZodRawShape>(shape: Shape, stored: object): Partial<z.output<z.ZodObject<Shape>>> {
  const values = Object.entries(shape).flatMap(([name, schema]) => {
    const parsed = z.safeParse(schema, (stored as Record<string, unknown>)[name]);
    return parsed.success ? [[name, parsed.data]] : [];
  });
  return Object.fromEntries(values);
}

/** A random UUID (RFC 9562, version 4), also where the site is not served by https, as on a local network. */
function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) =>
    (index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte).toString(16).padStart(2, '0'),
  ).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
