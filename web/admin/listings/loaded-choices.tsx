import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import { queries } from '#web/base/api/queries.ts';
import { useCityOptions } from './city-options.ts';
import { Choice } from './filter-fields.tsx';

type ChoiceProps = { name: string; defaultValue: string };

/** Slug and name of all categories, subcategories with a dash, or undefined until they are loaded. */
export function useCategoryOptions(): [slug: string, name: string][] | undefined {
  const { data } = useQuery(queries.categories());
  return data?.items.map(({ slug, name, parentId }) => [slug, parentId === null ? name : `– ${name}`]);
}

export function CategoryChoice(props: ChoiceProps) {
  return <LoadedChoice label={t('Category')} {...props} options={useCategoryOptions()} />;
}

export function CountyChoice(props: ChoiceProps) {
  const { data } = useQuery(queries.counties());
  return <LoadedChoice label={t('County')} {...props} options={data?.items.map(({ slug, name }) => [slug, name])} />;
}

export function CityChoice(props: ChoiceProps) {
  return <LoadedChoice label={t('City')} {...props} options={useCityOptions()} />;
}

/** A choice whose options come from the API. One that the URL names is kept until they are there. */
function LoadedChoice({ options, ...props }: { label: string; options: [string, string][] | undefined } & ChoiceProps) {
  const { defaultValue } = props;
  return (
    <Choice key={options ? 'loaded' : 'loading'} {...props}>
      {options?.some(([slug]) => slug === defaultValue) || !defaultValue ? null : (
        <option value={defaultValue}>{defaultValue}</option>
      )}
      {options?.map(([slug, name]) => (
        <option key={slug} value={slug}>
          {name}
        </option>
      ))}
    </Choice>
  );
}
