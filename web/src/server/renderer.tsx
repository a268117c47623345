import type { ChangedProfile } from '@lectern/contracts/page-profile';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { App } from '../app/app.tsx';
import { associationOf } from '../config/association.ts';
import type { Snapshot } from '../lib/snapshot.ts';

export { SHIPPED_SITE_TEXTS } from '@lectern/contracts/content/site-text-shipped';
export { associationOf, teamName } from '../config/association.ts';
export { ADMIN_SECTIONS, adminSectionPath } from '../config/admin-sections.ts';
export { articlePath, PAGE_NAMES, PAGES } from '../config/paths.ts';
export { siteOrigin } from '../lib/site-origin.ts';
export { feed, siteMap } from './machine-texts.ts';
export { FRAME_HEAD, FRAME_ROOT, pageInFrame } from './page-in-frame.ts';

const text = async (stream: ReadableStream<Uint8Array>): Promise<string> => new Response(stream).text();

/**
 * Renders a page of the association with this profile as complete HTML, after all its lazy parts have loaded. Answers the elements of the
 * document's head apart from the body. Rejects when any part of the page fails.
 */
export const renderPage = async (
  profile: ChangedProfile,
  path: string,
  snapshot: Snapshot,
): Promise<{ head: string; body: string }> => {
  const failures: unknown[] = [];
  const { prelude } = await prerender(
    <StaticRouter location={path}>
      <App snapshot={snapshot} association={associationOf(profile)} />
    </StaticRouter>,
    {
      onError: (error) => void failures.push(error),
      // In one piece: streamed pieces would need a script to put them together.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    },
  );
  const html = await text(prelude);
  if (failures.length > 0)
    throw new AggregateError(failures, `${path} could not be rendered: ${failures.map(String).join('; ')}`);
  // React writes the elements of the head first.
  const head = /^(?:<title>.*?<\/title>|<(?:meta|link)\b[^>]*>)*/s.exec(html)?.[0] ?? '';
  return { head, body: html.slice(head.length) };
};
