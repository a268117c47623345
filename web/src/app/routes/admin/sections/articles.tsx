import { useSearchParams } from 'react-router-dom';
import { ArticleList } from '../../../../features/admin/components/article-list.tsx';
import { ArticleEditorPage } from '../../../../features/admin/components/article-editor-page.tsx';

/** The list, or the article that `?edit=` names (`new` for one to be begun). */
export default function Articles() {
  const [params] = useSearchParams();
  const id = params.get('edit');
  return id === null ? <ArticleList /> : <ArticleEditorPage key={id} id={id} />;
}
