import type { TextKind, TextSource, TextSummary } from '#contract/admin/texts.ts';

/** A field of a text on the form. */
export interface TextField {
  name: string;
  label: string;
  hint?: string;
  maxLength?: number;
  control?: 'area' | 'date' | 'county';
}

const description: TextField = {
  name: 'description',
  label: 'Description',
  hint: 'For search engines: 50 to 160 characters.',
  maxLength: 160,
  control: 'area',
};

/** The fields of each kind of text, in the order of the form. */
export const FIELDS: Record<TextKind, TextField[]> = {
  home: [
    { name: 'headline', label: 'Headline', maxLength: 80 },
    {
      name: 'subline',
      label: 'Line below it',
      hint: '{businesses} is replaced by the number of businesses.',
      maxLength: 200,
      control: 'area',
    },
    { name: 'sponsorTitle', label: 'Banner beside the ads', maxLength: 80 },
    { name: 'sponsorText', label: 'Its text', maxLength: 200, control: 'area' },
    { name: 'listTitle', label: 'Banner at the bottom', maxLength: 80 },
    { name: 'listText', label: 'Its text', maxLength: 200, control: 'area' },
  ],
  post: [
    { name: 'title', label: 'Title', maxLength: 100 },
    {
      name: 'excerpt',
      label: 'Excerpt',
      hint: 'On the card and in feeds: 50 to 200 characters.',
      maxLength: 200,
      control: 'area',
    },
    description,
    { name: 'county', label: 'Picture', hint: 'The drawing of a county.', control: 'county' },
    { name: 'date', label: 'Date', hint: 'Empty for the day on which it’s published.', control: 'date' },
  ],
  help: [
    { name: 'title', label: 'Title', maxLength: 60 },
    { name: 'order', label: 'Position', hint: 'Sections are sorted by this number.' },
  ],
  words: [],
  faq: [{ name: 'title', label: 'Title', maxLength: 60 }],
  policy: [{ name: 'title', label: 'Title', maxLength: 60 }, description],
};

/** The fields that may be empty. */
export const isOptional = ({ control }: TextField) => control === 'date';

/** How the text of each kind is written, below its control; null for kinds without one. */
export const MARKDOWN_HINTS: Record<TextKind, string | null> = {
  home: null,
  post: 'Markdown. Headings begin with ##. {site} and {operator} are replaced by the names in the settings.',
  help: 'Markdown. Each question is a heading, ## How can I pay?, and what follows is its answer.',
  words: 'One line for each question, by its address: how-can-i-pay: credit card; check; cash',
  faq: 'Markdown. Each question is a heading, ## How can I pay?, and what follows is its answer.',
  policy: 'Markdown. Headings begin with ##. The date below the title is the day on which you publish.',
};

export const KIND_TITLES: Record<TextKind, string> = {
  post: 'Blog',
  help: 'Help',
  words: 'Help',
  faq: 'Contact page',
  policy: 'Policies',
  home: 'Home page',
};

export const STATE_LABELS: Record<TextSummary['state'], string> = {
  release: 'From the release',
  edited: 'Edited',
  removed: 'Removed',
  unpublished: 'Not published',
};

/** A text with its fields, in one piece, for comparing. */
export function toPlainSource(kind: TextKind, { fields, markdown }: TextSource): string {
  const lines = FIELDS[kind].map(({ name, label }) => `${label}: ${fields[name] ?? ''}`);
  return [...lines, ...(MARKDOWN_HINTS[kind] ? ['', markdown] : [])].join('\n');
}

/** Whether two texts are the same to a reader. */
export const isSameSource = (kind: TextKind, a: TextSource, b: TextSource) =>
  toPlainSource(kind, a).trim() === toPlainSource(kind, b).trim();
