import { type AdminCategory, type CategoryForm, categoryFormSchema } from '#contract/admin/categories.ts';
import { OTHER_LANGUAGES } from '#contract/i18n/languages.ts';
import { z } from '#contract/zod.ts';

/** The form as it is typed: the parent by its id, '' for the top; words separated by commas or line breaks. */
const typedSchema = z.object({
  name: z.string(),
  names: z.partialRecord(z.enum(OTHER_LANGUAGES), z.string()),
  slug: z.string(),
  icon: z.string(),
  parent: z.string(),
  english: z.string().max(20_000),
  spanish: z.string().max(20_000),
  reason: z.string(),
});
export type CategoryInput = z.input<typeof typedSchema>;

/** Parses it, with the issues at the fields of the form. */
export const formSchema = typedSchema.transform(({ parent, english, spanish, ...fields }, context): CategoryForm => {
  const parsed = categoryFormSchema.safeParse({
    ...fields,
    parentId: parent === '' ? null : Number(parent),
    english: splitWords(english),
    spanish: splitWords(spanish),
  });
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues)
    context.addIssue({ code: 'custom', path: toField(path.join('.')).split('.'), message });
  return z.NEVER;
});

const splitWords = (text: string) =>
  text
    .split(/[,;\n]/)
    .map((word) => word.trim())
    .filter(Boolean);

/** The field of the form that shows an issue at this path of the API. */
export const toField = (path: string): string => {
  const [first = ''] = path.split('.');
  if (first === 'names') return path;
  return first === 'parentId' ? 'parent' : first;
};

/** The form of a category, or of a new one. */
export const toInput = (category: AdminCategory | null, parent: AdminCategory | null): CategoryInput => ({
  name: category?.name ?? '',
  names: Object.fromEntries(OTHER_LANGUAGES.map((language) => [language, category?.names[language] ?? ''])),
  slug: category?.slug ?? '',
  icon: category?.icon ?? parent?.icon ?? '',
  parent: String((category ? category.parentId : parent?.id) ?? ''),
  english: category?.english.join('\n') ?? '',
  spanish: category?.spanish.join('\n') ?? '',
  reason: '',
});
