import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { TextSummary } from '#contract/admin/texts.ts';
import { isLanguage, LANGUAGE_NAMES, LANGUAGES, type Language } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { LANGUAGE } from '#web/base/i18n/language.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { Disclosure } from '#web/base/ui/disclosure.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { Tabs } from '#web/base/ui/tabs.tsx';
import { EmailTexts } from './email-texts.tsx';
import { NewPostDialog } from './new-post-dialog.tsx';
import { TextEditor } from './text-editor.tsx';
import { KIND_TITLES } from './text-labels.ts';
import { useTexts } from './text-queries.ts';
import { TextRows } from './text-rows.tsx';

/** The texts of the site in a language by the page that shows them, or the editor of the one in the URL. */
export function Texts() {
  const [search] = useSearchParams();
  const key = search.get('text');
  const language = search.get('language') ?? undefined;
  return key ? (
    <TextEditor key={key} textKey={key} />
  ) : (
    <TextList language={isLanguage(language) ? language : LANGUAGE} />
  );
}

function TextList({ language }: { language: Language }) {
  const [, setSearch] = useSearchParams();
  const { data, error, refetch } = useTexts();
  const [isAdding, setIsAdding] = useState(false);
  if (error && !data)
    return (
      <div role="alert">
        <EmptyState
          title={t('Failed to fetch the texts')}
          action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}
        >
          {error.message}
        </EmptyState>
      </div>
    );
  return (
    <>
      <div className="mb-6 flex flex-wrap items-start justify-between gap-4">
        <p className="max-w-measure text-muted">
          {t(
            'What you publish here is on every page within a minute, in place of the original text. Nothing is lost: each version and the original are kept.',
          )}
        </p>
        <Button onClick={() => setIsAdding(true)}>
          <Icon name="plus" />
          {t('Add post')}
        </Button>
      </div>
      {data ? (
        <Tabs
          label={t('Language')}
          value={language}
          onChange={(value) =>
            setSearch({ tab: 'texts', language: value }, { replace: true, preventScrollReset: true })
          }
          tabs={LANGUAGES.map((value) => ({
            value,
            label: LANGUAGE_NAMES[value],
            content: <TextSections texts={data.texts.filter((text) => text.language === value)} language={value} />,
          }))}
        />
      ) : (
        <SkeletonGroup label={t('Loading the texts…')} className="grid gap-3">
          {['blog', 'help', 'policies'].map((group) => (
            <Skeleton key={group} className="h-60" />
          ))}
        </SkeletonGroup>
      )}
      {isAdding && <NewPostDialog language={language} onClose={() => setIsAdding(false)} />}
    </>
  );
}

const TextSections = ({ texts, language }: { texts: TextSummary[]; language: Language }) => (
  <div className="grid gap-8">
    {[...Map.groupBy(texts, ({ kind }) => KIND_TITLES[kind])].map(([title, section]) => (
      <section key={title}>
        <h3 className="mb-3 text-lg">{title}</h3>
        {/* Many, which are also found from the list of emails. */}
        {section[0]?.kind === 'email' ? (
          <Disclosure
            summary={t('{count, plural, one {# text} other {# texts}} with sentences of emails', {
              count: section.length,
            })}
          >
            <EmailTexts texts={section} language={language} />
          </Disclosure>
        ) : (
          <Card>
            <TextRows texts={section} />
          </Card>
        )}
      </section>
    ))}
  </div>
);
