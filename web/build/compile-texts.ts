import { parse } from 'yaml';
import type { BlogPost, BlogPostSummary, HelpSection, Policy } from '#contract/content.ts';
import { z } from '#contract/zod.ts';
import { COUNTY_SLUGS } from '../art/counties.ts';
import { renderMarkdown, toPlainText } from './markdown.ts';

const title = z.string().min(1);
const description = z.string().min(50).max(160);

const postFrontMatter = z.strictObject({
  title,
  slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  date: z.iso.date(),
  county: z.enum(COUNTY_SLUGS),
  excerpt: z.string().min(50).max(200),
  description,
});
const policyFrontMatter = z.strictObject({ title, updated: z.iso.date(), description });
const helpFrontMatter = z.strictObject({ title, order: z.int() });
const faqFrontMatter = z.strictObject({ title });

const helpWordsSchema = z.record(z.string(), z.string().max(300));

/** The words that people type for the questions of the help. */
export const HELP_WORDS_FILE = 'help-words.yaml';

const WORDS_PER_MINUTE = 220;

/**
 * Compiles the Markdown of `content/` to the JSON files that pages read, by path: `/texts/blog.json` and so on.
 * @param sources the contents of the files, by their path in `content/`: `blog/a-post.md`
 * @throws {Error} with the name of the file whose front matter or Markdown is invalid
 */
export function compileTexts(sources: Map<string, string>): Map<string, object> {
  const texts = new Map<string, object>();
  const posts: BlogPost[] = [];
  const sections: (HelpSection & { order: number })[] = [];
  let helpWords: Record<string, string> = {};
  for (const [file, source] of sources) {
    try {
      if (file.startsWith('blog/')) posts.push(parsePost(source));
      else if (file.startsWith('help/')) sections.push(parseHelpSection(source));
      else if (file === HELP_WORDS_FILE) helpWords = helpWordsSchema.parse(parse(source));
      else if (file === 'contact-faq.md') texts.set('/texts/contact-faq.json', parseFaq(source));
      else texts.set(`/texts/${file.replace(/\.md$/, '.json')}`, parsePolicy(source));
    } catch (error) {
      throw new Error(`content/${file}: ${getErrorMessage(error)}`, { cause: error });
    }
  }
  sections.sort((a, b) => a.order - b.order);
  posts.sort((a, b) => b.date.localeCompare(a.date));
  assertUnique(
    'question',
    sections.flatMap(({ id, questions }) => [id, ...questions.map((question) => question.id)]),
  );
  assertUnique(
    'post',
    posts.map(({ slug }) => slug),
  );

  texts.set('/texts/help.json', { sections: addWords(sections, helpWords) });
  texts.set('/texts/blog.json', { posts: posts.map(toPostSummary) });
  for (const post of posts) texts.set(`/texts/blog/${post.slug}.json`, post);
  return texts;
}

function parsePost(source: string): BlogPost {
  const { frontMatter, markdown } = parseFrontMatter(source, postFrontMatter);
  const { html, sections: parts } = renderMarkdown(markdown);
  const words = toPlainText(html).split(' ').length;
  return { ...frontMatter, minutes: Math.ceil(words / WORDS_PER_MINUTE), headings: parts.map(toHeading), html };
}

const toPostSummary = ({ slug, title, date, excerpt, county, minutes }: BlogPost): BlogPostSummary => ({
  slug,
  title,
  date,
  excerpt,
  county,
  minutes,
});

function parsePolicy(source: string): Policy {
  const { frontMatter, markdown } = parseFrontMatter(source, policyFrontMatter);
  const { html, sections: parts } = renderMarkdown(markdown);
  return { ...frontMatter, headings: parts.map(toHeading), html };
}

const toHeading = ({ id, title }: { id: string; title: string }) => ({ id, title });

function parseHelpSection(source: string) {
  const { frontMatter, markdown } = parseFrontMatter(source, helpFrontMatter);
  return { ...toHelpSection(frontMatter.title, markdown), order: frontMatter.order };
}

/** @throws {Error} for words of a question that does not exist */
function addWords(sections: (HelpSection & { order: number })[], words: Record<string, string>): HelpSection[] {
  const ids = new Set(sections.flatMap(({ questions }) => questions.map(({ id }) => id)));
  const unknown = Object.keys(words).find((id) => !ids.has(id));
  if (unknown !== undefined) throw new Error(`content/${HELP_WORDS_FILE}: no question '${unknown}'.`);
  return sections.map(({ order, questions, ...section }) => ({
    ...section,
    questions: questions.map((question) => ({ ...question, words: words[question.id] })),
  }));
}

function parseFaq(source: string): HelpSection {
  const { frontMatter, markdown } = parseFrontMatter(source, faqFrontMatter);
  return toHelpSection(frontMatter.title, markdown);
}

function toHelpSection(title: string, markdown: string): HelpSection {
  const { sections: parts } = renderMarkdown(markdown);
  return {
    id: title.toLowerCase().replaceAll(/\W+/g, '-'),
    title,
    questions: parts.map(({ id, title: question, html: answer }) => ({ id, question, answer })),
  };
}

/** Splits a source into its validated front matter and the Markdown after it. @throws {z.ZodError} */
function parseFrontMatter<T>(source: string, schema: z.ZodType<T>): { frontMatter: T; markdown: string } {
  const [, matter, markdown] = source.match(/^---\n(.*?)\n---\n(.*)$/s) ?? [];
  if (matter === undefined || markdown === undefined) throw new Error('The front matter is missing.');
  return { frontMatter: schema.parse(parse(matter)), markdown };
}

function getErrorMessage(error: unknown): string {
  return error instanceof z.ZodError ? z.prettifyError(error) : String((error as Error).message);
}

function assertUnique(kind: string, names: string[]) {
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  if (duplicate !== undefined) throw new Error(`content/: duplicate ${kind} '${duplicate}'.`);
}
