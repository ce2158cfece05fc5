import type { Help, HelpSection } from '#contract/content.ts';
import type { TextsByKind } from './compile-text.ts';

/**
 * The help from its sections and the words for the questions in their language. No two parts of it have the same id, which is their address on the
 * page: a later one that has gets a number. Words of questions that do not exist are left out.
 */
export function assembleHelp(sections: TextsByKind['help'][], words: TextsByKind['words'] | undefined): Help {
  const ids = new Set<string>();
  const toUniqueId = (id: string) => {
    let unique = id;
    for (let i = 2; ids.has(unique); i += 1) unique = `${id}-${i}`;
    ids.add(unique);
    return unique;
  };
  return {
    sections: sections
      .toSorted((a, b) => a.order - b.order)
      .map(
        ({ language, id, title, questions }): HelpSection => ({
          language,
          id: toUniqueId(id),
          title,
          questions: questions.map((question) => ({
            ...question,
            id: toUniqueId(question.id),
            ...(words?.language === language &&
              Object.hasOwn(words.words, question.id) && { words: words.words[question.id] }),
          })),
        }),
      ),
  };
}
