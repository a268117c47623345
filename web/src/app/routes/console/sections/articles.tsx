import { useSearchParams } from 'react-router-dom';
import { ArticleEditorPage } from '../../../../features/content/components/article-editor-page.tsx';
import { ArticleList } from '../../../../features/content/components/article-list.tsx';

/** The list, or the article that `?edit=` names (`new` for one to be begun). */
export default function Articles() {
  const [params] = useSearchParams();
  const id = params.get('edit');
  return id === null ? <ArticleList /> : <ArticleEditorPage key={id} id={id} />;
}
