import type { TextPreview } from '#contract/admin/texts.ts';
import type { BlogPost, HomeTexts, Policy } from '#contract/content.ts';
import { t } from '#contract/i18n/t.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Prose } from '#web/base/layout/prose.tsx';
import { QuestionList } from '#web/base/layout/question-list.tsx';
import { CalendarDate } from '#web/base/ui/time.tsx';

/** A text as its page shows it. Links lead nowhere here. */
export function Preview({ post, policy, section, home, emails }: TextPreview) {
  return (
    <div className="rounded-card border bg-paper p-4 sm:p-6" onClickCapture={stayHere}>
      {post && <Article {...post} lead={post.excerpt} meta={<PostFacts post={post} />} />}
      {policy && <Article {...policy} meta={<LastUpdated policy={policy} />} />}
      {section && (
        <>
          <p className="mb-4 font-extrabold font-heading text-2xl">{section.title}</p>
          <QuestionList questions={section.questions} />
        </>
      )}
      {home && <Banners {...home} />}
      {emails?.map((email) => (
        <EmailPreview key={email.about} {...email} />
      ))}
      {!post && !policy && !section && !home && !emails && <p className="text-muted">{t('All lines are fine.')}</p>}
    </div>
  );
}

function stayHere(event: React.MouseEvent) {
  if ((event.target as Element).closest('a')) event.preventDefault();
}

function Article({ title, lead, meta, html }: { title: string; lead?: string; meta: React.ReactNode; html: string }) {
  return (
    <>
      <p className="font-extrabold font-heading text-3xl leading-tight">{title}</p>
      {lead && <p className="mt-3 text-lg text-muted">{lead}</p>}
      <div className="mt-3 mb-6 border-y py-2 text-muted text-sm">{meta}</div>
      <Prose html={html} />
    </>
  );
}

const PostFacts = ({ post: { date, minutes } }: { post: BlogPost }) => (
  <p>
    <CalendarDate date={date} /> · {t('{minutes} min read', { minutes })}
  </p>
);

const LastUpdated = ({ policy }: { policy: Policy }) => (
  <p>{rich('Last updated: {day}', { day: <CalendarDate date={policy.updated} /> })}</p>
);

function Banners({ headline, subline, ...texts }: HomeTexts) {
  return (
    <div className="grid gap-6">
      <div>
        <p className="font-extrabold font-heading text-3xl leading-tight">{headline}</p>
        <p className="mt-3 text-lg text-muted">{subline.replace('{businesses}', t('2,500 local businesses'))}</p>
      </div>
      <div className="rounded-card border bg-card p-4">
        <p className="font-extrabold font-heading text-xl">{texts.sponsorTitle}</p>
        <p className="mt-1 text-muted">{texts.sponsorText}</p>
      </div>
      <div className="rounded-card bg-pacific-wash p-4">
        <p className="font-extrabold font-heading text-xl">{texts.listTitle}</p>
        <p className="mt-1 text-muted">{texts.listText}</p>
      </div>
    </div>
  );
}

const EmailPreview = ({ about, subject, text }: NonNullable<TextPreview['emails']>[number]) => (
  <div className="wrap-anywhere border-b py-4 text-sm first:pt-0 last:border-b-0 last:pb-0">
    <p className="text-muted">{about}</p>
    <p className="mt-2 font-semibold">{subject}</p>
    <p className="mt-2 whitespace-pre-line">{text}</p>
  </div>
);
