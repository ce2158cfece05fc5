import { t } from '#contract/i18n/t.ts';

interface Picture {
  src: string;
  srcSet: string;
  width: number;
  height: number;
}

/** Small pictures that people sent, each a link to its file. */
export function PictureLinks({ pictures }: { pictures: Picture[] }) {
  if (pictures.length === 0) return null;
  return (
    <ul className="mt-3 flex flex-wrap gap-3">
      {pictures.map(({ src, srcSet, width, height }, index) => (
        <li key={src}>
          <a href={src} target="_blank" rel="noopener">
            <img
              src={src}
              srcSet={srcSet}
              sizes="8rem"
              width={width}
              height={height}
              alt={t('{number} of {count}', { number: index + 1, count: pictures.length })}
              loading="lazy"
              className="size-32 rounded-field border object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
