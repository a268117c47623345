import type { SiteTextKey } from '@lectern/contracts/content/site-text';
import { Link } from 'react-router-dom';
import { TEXT_KINDS, textPath } from '../texts.ts';

/** A note with links to texts that do not follow a setting. Renders nothing without any. */
export const TextsToChange = ({ keys, note }: { keys: readonly SiteTextKey[]; note: string }) =>
  keys.length === 0 ? null : (
    <p>
      {note} Change them there:{' '}
      {keys.map((key, index) => (
        <span key={key}>
          {index > 0 && ', '}
          <Link to={textPath(key)}>{TEXT_KINDS[key].title}</Link>
        </span>
      ))}
      .
    </p>
  );
