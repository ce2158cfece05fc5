import { expect, test } from 'vitest';
import type { HelpSection } from '#contract/content.ts';
import { importInLanguage } from '#tests/support/import-in-language.ts';
import { searchAnswers } from './search-answers.ts';

const toSection = (...questions: [id: string, question: string, words: string, answer: string][]): HelpSection[] => [
  {
    language: 'en',
    id: 'section',
    title: 'Section',
    questions: questions.map(([id, question, words, answer]) => ({ id, question, words, answer: `<p>${answer}</p>` })),
  },
];
const findIds = (query: string, questions: HelpSection[]) => searchAnswers(query, questions).map(({ id }) => id);

test('words of the question count more than other words of it, and these more than those of the answer', () => {
  const questions = toSection(
    ['answer', 'Where?', '', 'With a refund.'],
    ['words', 'Why?', 'refund', 'Now.'],
    ['question', 'A refund?', '', 'Now.'],
    ['none', 'Which?', '', 'Now.'],
  );
  expect(findIds('refund', questions)).toEqual(['question', 'words', 'answer']);
  expect(findIds('Refunds!', questions)).toEqual(['question', 'words', 'answer']);
});

test('a few unknown words do no harm, and many find nothing', () => {
  const questions = toSection(
    ['money', 'Can I get a refund?', 'money back', 'Yes.'],
    ['pay', 'How can I pay?', '', 'So.'],
  );
  expect(findIds('I want my money back today', questions)).toEqual(['money']);
  expect(findIds('money for a wedding venue in Malibu', questions)).toEqual([]);
});

test('neither HTML nor an empty query finds anything', () => {
  const questions = toSection(['one', 'One?', '', '<strong>Bold</strong>']);
  expect(findIds('strong', questions)).toEqual([]);
  expect(findIds('  ', questions)).toEqual([]);
  expect(findIds('?!', questions)).toEqual([]);
});

test('in Spanish other words are left out, and forms of a word are alike', async () => {
  const spanish = await importInLanguage('es', () => import('./search-answers.ts'));
  const questions = toSection(
    ['photos', '¿Qué fotos puedo subir?', 'imágenes', 'JPEG.'],
    ['pay', '¿Cómo puedo pagar?', 'tarjeta de crédito; me cobraron', 'Así.'],
    ['remove', '¿Puedo quitar mi anuncio?', 'borrar', 'Sí.'],
  );
  const findSpanish = (query: string) => spanish.searchAnswers(query, questions).map(({ id }) => id);
  expect(findSpanish('una imagen ')).toEqual(['photos']);
  expect(findSpanish('ya pagué')).toEqual(['pay']);
  expect(findSpanish('tarjetas ')).toEqual(['pay']);
  expect(findSpanish('quiero quitarlo')).toEqual(['remove']);
  expect(findSpanish('los anuncios ')).toEqual(['remove']);
  expect(findSpanish('targetas ')).toEqual(['pay']);
  expect(findSpanish('boletos para el concierto')).toEqual([]);
});
