import { type ComponentProps, useState } from 'react';
import { useNavigate } from 'react-router';
import { comparePath, MAX_COMPARED } from '#contract/compare/compared-ids.ts';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { useRowCheckboxes } from '#web/listings/use-row-checkboxes.tsx';

const FORM_ID = 'compare';

const toLabel = (title: string) => t('Compare {title}', { title });

/**
 * Gives each row on the page a checkbox, and compares the checked ones: at most `MAX_COMPARED`, after which the other boxes are
 * disabled. Return in a checkbox submits too.
 * @param children other buttons
 */
export function CompareForm({ children, ...rest }: ComponentProps<'form'>) {
  const navigate = useNavigate();
  const [ids, setIds] = useState<number[]>([]);
  const isFull = ids.length >= MAX_COMPARED;
  useRowCheckboxes({ ids, onChange: setIds, toLabel, max: MAX_COMPARED, form: FORM_ID });
  return (
    <form
      id={FORM_ID}
      onSubmit={(event) => {
        event.preventDefault();
        // In React's tree it may be inside the form of filters.
        event.stopPropagation();
        void navigate(comparePath(ids));
      }}
      {...rest}
    >
      <Button type="submit" size="sm" disabled={ids.length < 2}>
        {ids.length === 0
          ? t('Compare')
          : t('{count, plural, one {Compare # listing} other {Compare # listings}}', { count: ids.length })}
      </Button>
      {children}
      <p role="status" className="text-muted text-sm">
        {isFull
          ? t('That’s {max}, the most you can compare.', { max: MAX_COMPARED })
          : ids.length < 2 && t('Select at least two businesses, and at most {max}.', { max: MAX_COMPARED })}
      </p>
    </form>
  );
}
