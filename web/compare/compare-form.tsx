import { type ComponentProps, useLayoutEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { comparePath, MAX_COMPARED } from '#contract/compare/compared-ids.ts';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { setRowCheckbox } from '#web/listings/row-checkbox.ts';

const FORM_ID = 'compare';

/**
 * Gives each row on the page a checkbox, and compares the checked ones: at most `MAX_COMPARED`, after which the other boxes are
 * disabled. Return in a checkbox submits too.
 * @param children other buttons
 */
export function CompareForm({ children, ...rest }: ComponentProps<'form'>) {
  const navigate = useNavigate();
  const [ids, setIds] = useState<number[]>([]);
  const isFull = ids.length >= MAX_COMPARED;
  useLayoutEffect(() => {
    setRowCheckbox(({ id, title }) => {
      const checked = ids.includes(id);
      return (
        <label className="select">
          <input
            type="checkbox"
            form={FORM_ID}
            checked={checked}
            disabled={isFull && !checked}
            onChange={() => setIds(checked ? ids.filter((other) => other !== id) : [...ids, id])}
          />
          <span className="sr-only">{t('Compare {title}', { title })}</span>
        </label>
      );
    });
  }, [ids, isFull]);
  useLayoutEffect(() => () => setRowCheckbox(undefined), []);
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
