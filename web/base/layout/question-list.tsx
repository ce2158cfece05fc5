import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { Question } from '#contract/content.ts';
import { t } from '#contract/i18n/t.ts';
import type { Site } from '#contract/site.ts';
import { Disclosure } from '#web/base/ui/disclosure.tsx';
import { faqPage, OMITTED_IN_BROWSER } from './json-ld.ts';
import { insertSiteNames, Prose } from './prose.tsx';

/** Questions with collapsible answers. A link to `#{id}` opens its answer. */
export function QuestionList({ questions }: { questions: Question[] }) {
  const { hash } = useLocation();
  useEffect(() => {
    if (questions.some(({ id }) => `#${id}` === hash)) openAnswer(hash.slice(1));
  }, [hash, questions]);
  return (
    <ul className="grid max-w-[40rem] gap-2">
      {questions.map(({ id, question, answer }) => (
        <li key={id}>
          <Disclosure summary={<h3 className="py-1 text-lg leading-snug">{question}</h3>}>
            {/* The id is inside the closed details, so that browsers open them for a fragment link without our script. */}
            <div id={id} className="scroll-mt-20">
              <Prose html={answer} />
              <a href={`#${id}`} className="link no-print mt-2 inline-flex min-h-11 items-center text-sm">
                {t('Link to this answer')}
              </a>
            </div>
          </Disclosure>
        </li>
      ))}
    </ul>
  );
}

function openAnswer(id: string) {
  const question = document.getElementById(id)?.closest('details');
  if (!question) return;
  question.open = true;
  question.scrollIntoView();
}

/** The questions of a text for search engines. */
export const textFaqPage = (site: Site, questions: Question[]) =>
  import.meta.env.SSR
    ? faqPage(
        questions.map(({ question, answer }) => ({
          question,
          answer: toAbsoluteLinks(insertSiteNames(answer, site), site),
        })),
      )
    : [OMITTED_IN_BROWSER];

const toAbsoluteLinks = (html: string, { origin }: Site) => html.replaceAll('href="/', `href="${origin}/`);
