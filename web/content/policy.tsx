import { useQuery } from '@tanstack/react-query';
import { LANGUAGES, type Language, toLocalPath } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { queries } from '#web/base/api/queries.ts';
import { useSite } from '#web/base/api/site.tsx';
import { LANGUAGE, toLang } from '#web/base/i18n/language.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { breadcrumbList } from '#web/base/layout/json-ld.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { Prose } from '#web/base/layout/prose.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { CalendarDate } from '#web/base/ui/time.tsx';
import { ContactPrompt } from './contact-prompt.tsx';
import { TextSkeleton, TextWithContents } from './text-with-contents.tsx';

// In the language of the link, for those who read this language alone.
const READ_IN_LANGUAGE: Record<Language, string> = {
  en: 'Read this in English',
  es: 'Leer esto en español',
};

/** The page of a policy: its text from `content/` beside a table of contents. */
export function PolicyPage({ name, title }: { name: 'privacy-policy' | 'terms-of-service'; title: string }) {
  const site = useSite();
  const { data: policy } = useQuery(queries.policy(name));
  const crumbs = [{ label: t('Home'), href: '/' }, { label: title }];
  return (
    <Container>
      <Metadata
        title={title}
        description={policy?.description ?? title}
        path={`/${name}`}
        jsonLd={breadcrumbList(site, crumbs)}
      />
      <PageHeading
        title={title}
        lead={
          <span className="flex flex-wrap gap-x-6 gap-y-1">
            <span>
              {policy ? rich('Last updated: {day}', { day: <CalendarDate date={policy.updated} /> }) : '\u00a0'}
            </span>
            <OtherVersions path={`/${name}`} />
          </span>
        }
        breadcrumbs={crumbs}
      />
      {policy ? (
        <TextWithContents headings={policy.headings}>
          <Prose html={policy.html} lang={toLang(policy.language)} className="md:text-lg" />
        </TextWithContents>
      ) : (
        <TextSkeleton />
      )}
      <ContactPrompt title={t('Have a question?')}>
        {t('A real person reads every message and replies within 24-48 business hours.')}
      </ContactPrompt>
    </Container>
  );
}

/** Links to a page in the other languages. */
function OtherVersions({ path }: { path: string }) {
  return LANGUAGES.filter((language) => language !== LANGUAGE).map((language) => (
    <a key={language} href={toLocalPath(path, language)} hrefLang={language} lang={language} className="link">
      {READ_IN_LANGUAGE[language]}
    </a>
  ));
}
