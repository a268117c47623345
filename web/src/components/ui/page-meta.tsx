import { association } from '../../config/association.ts';

interface Props {
  title: string;
  description: string;
  /** Members' and administrators' pages are nobody else's to find. */
  isPrivate?: boolean;
}

/** The page's title and description. React puts them into the document's head, on the server as well. */
export const PageMeta = ({ title, description, isPrivate = false }: Props) => (
  <>
    <title>{`${title} · ${association.name}`}</title>
    <meta name="description" content={description} />
    {isPrivate && <meta name="robots" content="noindex" />}
  </>
);
