import { association } from '../../config/association.ts';
import { siteOrigin } from '../../lib/site-origin.ts';

interface Props {
  title: string;
  description: string;
  /** Members' and administrators' pages are nobody else's to find. */
  isPrivate?: boolean;
  /** The page's one address, for search engines and for those who share it. Public pages have one. */
  path?: string;
  /** Name of the picture that is shown with a shared link, without its ending (`editorial/cards.json`, or an article's slug). */
  card?: string;
  type?: 'website' | 'article';
}

/** What browsers, search engines and shared links tell of a page. React puts it into the document's head, on the server as well. */
export const PageMeta = ({ title, description, isPrivate = false, path, card = 'home', type = 'website' }: Props) => (
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
