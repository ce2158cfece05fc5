import type { AdForm } from '#contract/listing-form.ts';
import { type Uploaded, uploadedSchema } from '#contract/photos.ts';
import { z } from '#contract/zod.ts';
import { keep, readFrom, sessionStore } from '../app/tab-storage.ts';
import { formFrom } from '../listing-form/draft.ts';

/** An edit that was begun and not saved. */
export interface KeptEdit {
  /** The version of the listing that it began from, and what its form held then. */
  version: number;
  base: AdForm;
  /** What the form holds now, and the uploaded pictures that it names. */
  values: AdForm;
  uploaded: Uploaded[];
  /** When it was last typed in: ISO 8601 in UTC. */
  at: string;
}

const form = z.looseObject({}).transform(formFrom);
const keptEdit = z.object({
  version: z.number().int(),
  base: form,
  values: form,
  uploaded: z.array(uploadedSchema).max(20),
  at: z.iso.datetime(),
});

const nameOf = (id: number) => `adEdit:${id}`;

/** The edit of a listing that this tab keeps, if any. */
export function readEdit(id: number, storage = sessionStore()): KeptEdit | null {
  const { data } = keptEdit.safeParse(readFrom(storage, nameOf(id)));
  return data ?? null;
}

/** Keeps an edit in this tab, through reloads and signing in, until it is forgotten or the tab is closed. */
export function keepEdit(id: number, edit: KeptEdit, storage = sessionStore()): void {
  keep(storage, nameOf(id), edit);
}

/** It was saved, or is not wanted. */
export function forgetEdit(id: number, storage = sessionStore()): void {
  storage?.removeItem(nameOf(id));
}
