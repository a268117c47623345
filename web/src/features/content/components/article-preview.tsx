import { useQuery } from '@tanstack/react-query';
import { ArticleText } from '../../../components/articles/article-text.tsx';
import styles from '../../../components/console/editor.module.css';
import { useSettled } from '../../../components/console/use-settled.ts';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ErrorState, Notice } from '../../../components/ui/states.tsx';
import { previewQuery } from '../api/articles.ts';

/** A preview of the article. The server renders it in the same way as the public page. */
export const ArticlePreview = ({ title, content }: { title: string; content: string }) => {
  const settled = useSettled(content);
  const { data, error, refetch, isFetching } = useQuery({ ...previewQuery(settled), enabled: settled.trim() !== '' });
  return (
    <section
      aria-label="Preview"
      data-preview=""
      className={styles['sheet']}
      onClickCapture={(event) =>
        event.target instanceof Element && event.target.closest('a') !== null && event.preventDefault()
      }
    >
      <p className={styles['label']}>
        Preview{data !== undefined && settled.trim() !== '' && `, ${data.words} ${data.words === 1 ? 'word' : 'words'}`}
      </p>
      <p className={styles['title']}>{title.trim() === '' ? 'Without a title' : title}</p>
      {settled.trim() === '' ? (
        <p className={styles['hint']}>The text appears here as you write it.</p>
      ) : data !== undefined ? (
        <>
          {data.problems.length > 0 && (
            <Notice tone="wait">
              Some of the content is not shown as you wrote it. The text
              <ul>
                {data.problems.map((problem, index) => (
                  <li key={index}>{problem}</li>
                ))}
              </ul>
            </Notice>
          )}
          <ArticleText html={data.html} />
        </>
      ) : error !== null ? (
        <ErrorState title="The preview could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorState>
      ) : (
        <Skeleton lines={6} label="Loading the preview" />
      )}
    </section>
  );
};
