import { emailSchema } from '#contract/conversations/conversations.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import { readCode } from '#contract/values/code.ts';
import { z } from '#contract/zod.ts';

/** The digits and letters of a receipt code: none that are taken for another, as O and 0. */
export const RECEIPT_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** How many characters a code has, without the dash in its middle: 50 bits. */
export const RECEIPT_CODE_LENGTH = 10;

/** A code as it was typed: in any case, with or without the dash, with O for 0 and I or L for 1. */
export const receiptCodeSchema = z
  .string()
  .max(40)
  .overwrite((typed) => readCode(typed).replace(/-/g, '').replaceAll('O', '0').replace(/[IL]/g, '1'))
  .regex(
    new RegExp(`^[${RECEIPT_ALPHABET}]{${RECEIPT_CODE_LENGTH}}$`),
    defineMessage('Enter the ten characters of the code.'),
  );

/** `POST /api/receipt-codes`: the code of a card, and without an account the address that the link is sent to. */
export const enteredCodeFormSchema = z.object({
  code: receiptCodeSchema,
  email: emailSchema.optional(),
});
export type EnteredCodeForm = z.input<typeof enteredCodeFormSchema>;
export type EnteredCodeInput = z.output<typeof enteredCodeFormSchema>;

export const enteredCodeSchema = z.object({
  business: z.string(),
  /** Where the review can be written now; null if it needs the link in our email. */
  id: z.number().int().nullable(),
});
export type EnteredCode = z.infer<typeof enteredCodeSchema>;

/** The numbers of codes that can be made at once: enough that nobody can tell whose they are. */
export const BATCH_SIZES = [20, 50, 100, 200] as const;

/** `POST /api/user/ads/{id}/receipt-codes`. */
export const batchFormSchema = z.object({ count: z.literal(BATCH_SIZES) });

/** The codes of a new batch, which nobody can read later: 'ABCDE-FGHJK'. */
export const newCodesSchema = z.object({ codes: z.array(z.string()) });

/** `GET /api/user/receipt-codes`: a listing that the account may make codes for, with its batches that are valid, the newest first. */
export const receiptListingSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  /** The name of the business, for the cards. */
  business: z.string(),
  city: z.string(),
  zipCode: z.string().nullable(),
  street: z.string().nullable(),
  batches: z.array(
    z.object({
      id: z.number().int(),
      count: z.number().int(),
      used: z.number().int(),
      createdAt: z.string(),
      expiresAt: z.string(),
    }),
  ),
});
export type ReceiptListing = z.infer<typeof receiptListingSchema>;
