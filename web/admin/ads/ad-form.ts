import {
  type AdBooking,
  type BookingForm,
  bookingFormSchema,
  hasCategory,
  hasCounty,
} from '#contract/advertising/ad-bookings.ts';
import { adSlotSchema } from '#contract/advertising/ad-slots.ts';
import { t } from '#contract/i18n/t.ts';
import type { Photo } from '#contract/photos.ts';
import { z } from '#contract/zod.ts';
import { parseCents } from '#web/admin/payments/refund-amount.ts';

/** A picture that was uploaded, as far as its preview needs it. */
export type ChosenPicture = Pick<Photo, 'src' | 'width' | 'height'> & { id: number };

const pictureSchema = z.custom<ChosenPicture | null>();

/** The form as it is typed: numbers are text, and what the slot has no use for stays. */
export const formSchema = z
  .object({
    slot: adSlotSchema,
    advertiser: z.string(),
    link: z.string(),
    description: z.string(),
    content: z.enum(['picture', 'html']),
    picture: pictureSchema,
    phonePicture: pictureSchema,
    html: z.string(),
    counties: z.array(z.string()),
    categories: z.array(z.string()),
    language: z.enum(['', 'en', 'es']),
    weight: z.string(),
    price: z.string().max(20),
    firstDay: z.string(),
    lastDay: z.string(),
  })
  .transform(({ content, picture, phonePicture, html, language, weight, price, ...form }, context): BookingForm => {
    const priceCents = price.trim() === '' ? null : parseCents(price);
    const fail = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (price.trim() !== '' && priceCents === null) {
      fail('price', t('Enter an amount in dollars, such as 20 or 19.50'));
      return z.NEVER;
    }
    const isPicture = content === 'picture';
    const parsed = bookingFormSchema.safeParse({
      ...form,
      pictureId: isPicture ? (picture?.id ?? null) : null,
      phonePictureId: isPicture ? (phonePicture?.id ?? null) : null,
      html: isPicture ? null : html,
      counties: hasCounty(form.slot) ? form.counties : [],
      categories: hasCategory(form.slot) ? form.categories : [],
      language: language || null,
      weight: Number(weight),
      priceCents,
    });
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) fail(toField(String(path[0]), content), message);
    return z.NEVER;
  });

/** What is typed into the form. */
export type BookingInput = z.input<typeof formSchema>;

/** The field of the form for a field of the API. */
export function toField(path: string, content: BookingInput['content'] = 'picture'): string {
  if (path === 'pictureId') return content === 'picture' ? 'picture' : 'html';
  return { phonePictureId: 'phonePicture', priceCents: 'price' }[path] ?? path;
}

/** What the form begins with: a booking, or a new one. */
export function toInput(ad: AdBooking | null): BookingInput {
  const toChosen = (id: number | null | undefined, picture: Photo | null | undefined) =>
    id && picture ? { ...picture, id } : null;
  return {
    slot: ad?.slot ?? 'location-top',
    advertiser: ad?.advertiser ?? '',
    link: ad?.link ?? '',
    description: ad?.description ?? '',
    content: ad?.html ? 'html' : 'picture',
    picture: toChosen(ad?.pictureId, ad?.picture),
    phonePicture: toChosen(ad?.phonePictureId, ad?.phonePicture),
    html: ad?.html ?? '',
    counties: ad?.counties ?? [],
    categories: ad?.categories ?? [],
    language: ad?.language ?? '',
    weight: String(ad?.weight ?? 1),
    price: typeof ad?.priceCents === 'number' ? (ad.priceCents / 100).toFixed(2) : '',
    firstDay: ad?.firstDay ?? '',
    lastDay: ad?.lastDay ?? '',
  };
}
