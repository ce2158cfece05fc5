import { defineMessage } from '#contract/i18n/t.ts';
import { IMPORT_COLUMNS, type ImportColumn } from '#contract/imports/columns.ts';
import { listingFormValuesSchema } from '#contract/listing-form.ts';
import { z } from '#contract/zod.ts';

/** The most that a file of branches may have. */
export const MAX_BRANCH_FILE_BYTES = 1_000_000;
export const MAX_BRANCH_ROWS = 200;
export const MAX_BRANCH_COLUMNS = 200;
/** The rows that are sent at once, so that their progress can be shown. */
export const BRANCHES_PER_REQUEST = 10;

/** What owners download to fill in. */
export const SAMPLE_BRANCH_FILE = [
  'Business name,Address,City,ZIP code,Phone,Email,Website,Category,Hours,Description',
  'Bright Smiles Dental,100 Main St,Irvine,92614,(949) 555-0100,irvine@bright-smiles.example,https://bright-smiles.example/irvine,Dentist,Mon-Fri 9am-5pm,',
].join('\n');

const columnName = z
  .string()
  .max(1000)
  .regex(/^[^\0]*$/);
const mappingSchema = z.object(
  Object.fromEntries(IMPORT_COLUMNS.map((column) => [column, columnName.optional()])) as Record<
    ImportColumn,
    z.ZodOptional<typeof columnName>
  >,
);

/** `POST /api/user/organizations/:id/branch-file`: a file of branches to be read; nothing is stored. */
export const branchFileSchema = z.object({
  /** The bytes in base64. */
  content: z
    .string()
    .min(1, defineMessage('The file is empty.'))
    .max(Math.ceil(MAX_BRANCH_FILE_BYTES / 3) * 4, defineMessage('The file is larger than 1 MB. Split it.'))
    .regex(/^[A-Za-z\d+/]*={0,2}$/, defineMessage('Use text only')),
  /** The file's column for each of ours; without it they are recognized by their names. */
  mapping: mappingSchema.optional(),
  /** The id of the category of rows that name no known one; blank: none. */
  categoryId: z
    .string()
    .regex(/^\d{0,9}$/)
    .default(''),
});

export type BranchFile = z.input<typeof branchFileSchema>;

/** What becomes of a row: a new listing, or what is listed already. */
export const branchMatchSchema = z.enum(['new', 'yours', 'claim', 'unclaimed', 'taken', 'twice']);
export type BranchMatch = z.infer<typeof branchMatchSchema>;

const issueSchema = z.object({ path: z.string(), message: z.string() });

/** A row as the listing that it would become. */
export const branchRowSchema = z.object({
  /** The line of the file at which it begins. */
  line: z.number().int(),
  form: listingFormValuesSchema,
  /** What is missing or wrong, by the field. */
  issues: z.array(issueSchema),
  /** What was read in another way than it is written. */
  notes: z.array(z.string()),
  match: branchMatchSchema,
  /** The listing that it is already; null for a new one. */
  listing: z
    .object({ id: z.number().int(), title: z.string(), address: z.string().nullable(), city: z.string() })
    .nullable(),
});
export type BranchRow = z.infer<typeof branchRowSchema>;

/** A file of branches as it was read. */
export const branchPreviewSchema = z.object({
  columns: z.array(z.object({ name: z.string(), samples: z.array(z.string()) })),
  mapping: mappingSchema,
  /** What no column holds, and is needed. */
  missing: z.array(z.enum(['name', 'place', 'category'])),
  rows: z.array(branchRowSchema),
  /** Rows that are no business, and why. */
  refused: z.array(z.object({ line: z.number().int(), name: z.string(), reason: z.string() })),
  /** Why nothing of the file was read. */
  error: z.string().nullable(),
});
export type BranchPreview = z.infer<typeof branchPreviewSchema>;

/** `POST /api/user/organizations/:id/branches`: rows of a preview, which are added or claimed. */
export const newBranchesSchema = z.object({
  branches: z
    .array(
      z.object({
        line: z.number().int().min(1).max(1_000_000),
        /** The form of the row, which is refused alone where it is wrong. */
        form: z.record(z.string().max(100), z.unknown()),
        /** Whether a listing without an owner that seems to be the same is another business. */
        isAnother: z.boolean().default(false),
      }),
    )
    .min(1)
    .max(BRANCHES_PER_REQUEST),
});
export type NewBranches = z.input<typeof newBranchesSchema>;

/** What became of each row: all of it, or nothing. */
export const addedBranchesSchema = z.object({
  results: z.array(
    z.object({
      line: z.number().int(),
      outcome: z.enum(['added', 'waiting', 'claimed', 'joined', 'refused']),
      listingId: z.number().int().nullable(),
      message: z.string().nullable(),
      issues: z.array(issueSchema),
    }),
  ),
});
export type AddedBranches = z.infer<typeof addedBranchesSchema>;
export type AddedBranch = AddedBranches['results'][number];
