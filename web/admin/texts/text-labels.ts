import type { TextKind } from '#contract/admin/text-fields.ts';
import type { AdminText, TextSource, TextSummary } from '#contract/admin/texts.ts';
import { t } from '#contract/i18n/t.ts';

/** A field of a text on the form. */
export interface TextField {
  name: string;
  label: string;
  hint?: string;
  maxLength?: number;
  control?: 'area' | 'date' | 'county' | 'picture';
}

const description: TextField = {
  name: 'description',
  label: t('Description'),
  hint: t('For search engines: 50 to 160 characters.'),
  maxLength: 160,
  control: 'area',
};

/** The fields of each kind of text, in the order of the form. */
export const FIELDS: Record<TextKind, TextField[]> = {
  home: [
    { name: 'headline', label: t('Headline'), maxLength: 80 },
    {
      name: 'subline',
      label: t('Line below it'),
      hint: t('{businesses} is replaced by the number of businesses.'),
      maxLength: 200,
      control: 'area',
    },
    { name: 'sponsorTitle', label: t('Banner beside the ads'), maxLength: 80 },
    { name: 'sponsorText', label: t('Its text'), maxLength: 200, control: 'area' },
    { name: 'listTitle', label: t('Banner at the bottom'), maxLength: 80 },
    { name: 'listText', label: t('Its text'), maxLength: 200, control: 'area' },
  ],
  post: [
    { name: 'title', label: t('Title'), maxLength: 100 },
    {
      name: 'excerpt',
      label: t('Excerpt'),
      hint: t('On the card and in feeds: 50 to 200 characters.'),
      maxLength: 200,
      control: 'area',
    },
    description,
    {
      name: 'county',
      label: t('Drawing'),
      hint: t('Of a county, on the card of the post, and above the text where there’s no cover.'),
      control: 'county',
    },
    {
      name: 'cover',
      label: t('Cover'),
      hint: t('A picture of the library above the text, instead of the drawing. None is needed.'),
      control: 'picture',
    },
    { name: 'date', label: t('Date'), hint: t('Empty for the day on which it’s published.'), control: 'date' },
  ],
  help: [
    { name: 'title', label: t('Title'), maxLength: 60 },
    { name: 'order', label: t('Position'), hint: t('Sections are sorted by this number.') },
  ],
  words: [],
  faq: [{ name: 'title', label: t('Title'), maxLength: 60 }],
  policy: [{ name: 'title', label: t('Title'), maxLength: 60 }, description],
  // Its sentences: see `getFields`.
  email: [],
};

/** The fields of a text: of emails each sentence of the release, which is its label. */
export function getFields({ kind, release }: Pick<AdminText, 'kind' | 'release'>): TextField[] {
  if (kind !== 'email') return FIELDS[kind];
  return Object.entries(release?.fields ?? {}).map(([name, label]) => ({ name, label, control: 'area' }));
}

/** The fields that may be empty. */
export const isOptional = ({ control }: TextField) => control === 'date' || control === 'picture';

/** How the text of each kind is written, below its control; null for kinds without one. */
export const MARKDOWN_HINTS: Record<TextKind, string | null> = {
  home: null,
  post: t('Markdown. Headings begin with ##. {site} and {operator} are replaced by the names in the settings.'),
  help: t(
    'Markdown. Each question is a heading, ## How can I pay?, and what follows is its answer. {price} becomes what that plan costs now, {discount} what it saves.',
    { price: '{price:monthly}', discount: '{discount:annual}' },
  ),
  words: t('One line for each question, by its web address: how-can-i-pay: credit card; check; cash'),
  faq: t('Markdown. Each question is a heading, ## How can I pay?, and what follows is its answer.'),
  email: null,
  policy: t('Markdown. Headings begin with ##. The date below the title is the day on which you publish.'),
};

export const KIND_TITLES: Record<TextKind, string> = {
  post: t('Blog'),
  help: t('Help'),
  words: t('Help'),
  faq: t('Contact page'),
  policy: t('Policies'),
  home: t('Home page'),
  email: t('Emails'),
};

export const STATE_LABELS: Record<TextSummary['state'], string> = {
  release: t('Original text'),
  edited: t('Edited'),
  removed: t('Removed'),
  unpublished: t('Not published'),
  missing: t('Not translated'),
};

/** A text with its fields, in one piece, for comparing. */
export function toPlainSource(kind: TextKind, { fields, markdown }: TextSource): string {
  // The server does not keep their order.
  if (kind === 'email')
    return Object.entries(fields)
      .sort()
      .map(([, text]) => text)
      .join('\n');
  const lines = FIELDS[kind].map(({ name, label }) => `${label}: ${fields[name] ?? ''}`);
  return [...lines, ...(MARKDOWN_HINTS[kind] ? ['', markdown] : [])].join('\n');
}

/** Whether two texts are the same to a reader. */
export const isSameSource = (kind: TextKind, a: TextSource, b: TextSource) =>
  toPlainSource(kind, a).trim() === toPlainSource(kind, b).trim();
