import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { send } from '#web/base/api/api.ts';
import { queries } from '#web/base/api/queries.ts';
import { useSite } from '#web/base/api/site.tsx';
import { toLang } from '#web/base/i18n/language.ts';
import { breadcrumbList } from '#web/base/layout/json-ld.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { QuestionList, textFaqPage } from '#web/base/layout/question-list.tsx';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { AnswerSearch } from './answer-search.tsx';
import { ContactPrompt } from './contact-prompt.tsx';
import { searchAnswers } from './search-answers.ts';
import { TextSkeleton, TextWithContents } from './text-with-contents.tsx';

export { HelpPage as Component };

const crumbs = [{ label: t('Home'), href: '/' }, { label: t('Help & FAQ') }];

/** `/help` and `/faq`: questions by subject, with a search field. */
function HelpPage() {
  const site = useSite();
  const { data } = useQuery(queries.help());
  const [query, setQuery] = useState('');
  const sections = data?.sections ?? [];
  const isSearching = query.trim() !== '';
  const answers = isSearching ? searchAnswers(query, sections) : [];
  const isUnanswered = data !== undefined && isSearching && answers.length === 0;
  useReportUnanswered(isUnanswered ? query : null);
  return (
    <Container>
      <Metadata
        title={t('Help & FAQ')}
        description={t(
          'Answers about listings, plans, payments, photos and accounts: what’s free, what Premium adds, and how to post, pay, renew, claim and cancel.',
        )}
        path="/help"
        jsonLd={[
          breadcrumbList(site, crumbs),
          ...textFaqPage(
            site,
            sections.flatMap(({ questions }) => questions),
          ),
        ]}
      />
      <PageHeading title={t('Help & FAQ')} lead={t('Quick answers for owners and visitors.')} breadcrumbs={crumbs}>
        <AnswerSearch query={query} onChange={setQuery} resultCount={answers.length} />
      </PageHeading>
      {!data && <TextSkeleton />}
      {data && isSearching && (
        <section aria-label={t('Answers')} className="mt-8 md:mt-10">
          {answers.length > 0 ? (
            <>
              <h2 className="mb-4 text-xl md:text-2xl">{t('Best answers')}</h2>
              <QuestionList questions={answers} />
            </>
          ) : (
            <NoAnswer query={query} />
          )}
        </section>
      )}
      {data && !isSearching && (
        <TextWithContents headings={sections}>
          {sections.map(({ id, language, title, questions }) => (
            <section
              key={id}
              id={id}
              lang={toLang(language)}
              aria-labelledby={`${id}-title`}
              className="mb-10 scroll-mt-4 md:mb-14"
            >
              <h2 id={`${id}-title`} className="mb-4 text-xl md:text-2xl">
                {title}
              </h2>
              <QuestionList questions={questions} />
            </section>
          ))}
        </TextWithContents>
      )}
      <ContactPrompt title={t('Still need help?')} action={t('Contact Support')}>
        {t('Support replies within 1-2 business days.')}
      </ContactPrompt>
    </Container>
  );
}

/** Offers the contact form with the question filled in. */
function NoAnswer({ query }: { query: string }) {
  return (
    <EmptyState
      as="h2"
      title={t('No matching answers')}
      action={
        <a href={`/contact?${new URLSearchParams({ question: query.trim() })}`} className={buttonClass()}>
          {t('Ask us this question')}
        </a>
      }
    >
      {t('Try fewer or different words, or send us your question. You can add to it before you send it.')}
    </EmptyState>
  );
}

/** How long nothing is typed until a search counts as one. */
const PAUSE_MS = 2000;

/** Counts a search without an answer for the administrator, once for each text and visit of the page; null while there is none. */
function useReportUnanswered(query: string | null) {
  const reported = useRef(new Set<string>());
  const words = query?.trim().toLowerCase() ?? '';
  useEffect(() => {
    if (words === '' || reported.current.has(words)) return;
    const timer = setTimeout(() => {
      reported.current.add(words);
      // Nobody waits for it: a search that was not counted is no error of the visitor.
      send('POST', '/api/help/searches', { words }).catch(() => {});
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words]);
}
