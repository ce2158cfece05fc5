import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../app/queries.ts';
import { breadcrumbList } from '../layout/json-ld.ts';
import { Metadata } from '../layout/metadata.tsx';
import { faqPage, QuestionList } from '../layout/question-list.tsx';
import { useSite } from '../layout/site.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Container } from '../ui/container.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { AnswerSearch } from './answer-search.tsx';
import { ContactPrompt } from './contact-prompt.tsx';
import { filterQuestions } from './filter-questions.ts';
import { TextSkeleton, TextWithContents } from './text-with-contents.tsx';

export { HelpPage as Component };

const crumbs = [{ label: 'Home', href: '/' }, { label: 'Help & FAQ' }];

/** `/help` and `/faq`: questions by subject, with a search field. */
function HelpPage() {
  const site = useSite();
  const { data } = useQuery(queries.help());
  const [query, setQuery] = useState('');
  const sections = data?.sections ?? [];
  const matches = filterQuestions(query, sections);
  return (
    <Container>
      <Metadata
        title="Help & FAQ"
        description="Answers about listings, plans, payments, photos and accounts: what’s free, what Premium adds, and how to post, pay, renew, claim and cancel."
        path="/help"
        jsonLd={[
          breadcrumbList(site, crumbs),
          faqPage(
            site,
            sections.flatMap(({ questions }) => questions),
          ),
        ]}
      />
      <PageHeading title="Help & FAQ" lead="Quick answers for owners and visitors." breadcrumbs={crumbs}>
        <AnswerSearch
          query={query}
          onChange={setQuery}
          resultCount={matches.reduce((sum, { questions }) => sum + questions.length, 0)}
        />
      </PageHeading>
      {data ? (
        <TextWithContents headings={matches}>
          {matches.map(({ id, title, questions }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`} className="mb-10 scroll-mt-4 md:mb-14">
              <h2 id={`${id}-title`} className="mb-4 text-xl md:text-2xl">
                {title}
              </h2>
              <QuestionList questions={questions} />
            </section>
          ))}
          {matches.length === 0 && (
            <EmptyState
              title="No matching answers"
              action={
                <a href="/contact" className={buttonClass()}>
                  Contact Support
                </a>
              }
            >
              Try fewer or different words, or ask us.
            </EmptyState>
          )}
        </TextWithContents>
      ) : (
        <TextSkeleton />
      )}
      <ContactPrompt title="Still need help?" action="Contact Support">
        Support replies within 1-2 business days.
      </ContactPrompt>
    </Container>
  );
}
