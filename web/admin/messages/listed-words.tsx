import { rich } from '#web/base/i18n/rich.ts';

/** Which words of the list of settings something has, and where that list is; nothing where it has none. */
export const ListedWords = ({ words }: { words: string[] }) =>
  words.length > 0 && (
    <p>
      {rich('On your list: {words}. <a>Change the list</a>', {
        words: <mark className="rounded bg-poppy-wash px-1 font-semibold">{words.join(', ')}</mark>,
        a: (text) => (
          <a href="/admin?tab=settings&setting=messageWords" className="link">
            {text}
          </a>
        ),
      })}
    </p>
  );
