import { useAssociation } from '../../lib/association.ts';
import { useSnapshot } from '../../lib/snapshot.ts';
import { siteOrigin } from '../../lib/site-origin.ts';

interface Props {
  title: string;
  description: string;
  /** Keeps the page out of search engines: for members' and administrators' pages. */
  isPrivate?: boolean;
  /** The page's canonical path, for search engines and shared links. Public pages have one. */
  path?: string;
  /** Name of the picture of a shared link, without its extension (`editorial/cards.json`, or an article's slug). */
  card?: string;
  type?: 'website' | 'article';
}

/**
 * The title, description and links of a page for browsers, search engines and link previews. React puts them into the document's
 * head, on the server as well.
 */
export const PageMeta = ({ title, description, isPrivate = false, path, card = 'home', type = 'website' }: Props) => {
  const association = useAssociation();
  const { isPreview } = useSnapshot();
  if (isPreview) return null;
  return (
    <>
      <title>{`${title} · ${association.name}`}</title>
      <meta name="description" content={description} />
      {isPrivate && <meta name="robots" content="noindex" />}
      {path !== undefined && (
        <>
          <link rel="canonical" href={siteOrigin() + path} />
          <meta property="og:url" content={siteOrigin() + path} />
          <meta property="og:site_name" content={association.fullName} />
          <meta property="og:type" content={type} />
          <meta property="og:title" content={title} />
          <meta property="og:description" content={description} />
          <meta property="og:image" content={`${siteOrigin()}/og/${card}.png`} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  );
};
