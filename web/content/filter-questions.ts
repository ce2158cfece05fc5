import type { HelpSection } from '#contract/content.ts';

/** The questions whose question or answer contains every word of the query, by section; all for an empty query. */
export function filterQuestions(query: string, sections: HelpSection[]): HelpSection[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return sections;
  return sections
    .map((section) => ({
      ...section,
      questions: section.questions.filter(({ question, answer }) => {
        const text = `${question} ${answer.replaceAll(/<[^>]*>/g, '')}`.toLowerCase();
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ questions }) => questions.length > 0);
}
