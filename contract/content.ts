// The texts of `content/`, rendered by the build.

/** Trusted HTML; `{site}` and `{operator}` in it are replaced by the configured names. */
export type Html = string;

/** A heading within a text, and its anchor. */
export interface Heading {
  id: string;
  title: string;
}

/** A post of the blog on its card. */
export interface BlogPostSummary {
  slug: string;
  title: string;
  /** The day on which it appeared: '2025-04-03'. */
  date: string;
  excerpt: string;
  /** The slug of the county whose picture is shown. */
  county: string;
  /** The reading time in minutes. */
  minutes: number;
}

export interface BlogPost extends BlogPostSummary {
  description: string;
  headings: Heading[];
  html: Html;
}

/** The privacy policy or the terms of service. */
export interface Policy {
  title: string;
  /** The day of the last change: '2025-04-16'. */
  updated: string;
  description: string;
  headings: Heading[];
  html: Html;
}

/** A question and its answer; no two of the help have the same `id`. */
export interface Question {
  id: string;
  question: string;
  answer: Html;
  /** Words that people type for it (content/help-words.yaml). */
  words?: string;
}

/** Questions about one subject. */
export interface HelpSection {
  id: string;
  title: string;
  questions: Question[];
}
