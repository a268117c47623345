import type { PageTextKey, PublicSiteTexts } from '@lectern/contracts/content/public-site-text';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, Suspense, use } from 'react';
import { siteQuery } from '../../../components/site-texts/use-site-text.ts';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { cx } from '../../../lib/cx.ts';
import { SnapshotContext } from '../../../lib/snapshot.ts';
import { PagePreviews } from '../page-previews.ts';
import styles from './page-preview.module.css';

/**
 * The page with the typed words in place of the saved ones, or a section of it. Its links, buttons and forms do nothing.
 */
export const pagePreview = <K extends PageTextKey>(key: K, section?: 'pricing') => {
  const PagePreview = (typed: PublicSiteTexts[K]) => {
    const Page: ComponentType | undefined = use(PagePreviews)[key];
    const { data, error, refetch, isFetching } = useQuery(siteQuery);
    const waiting = <Skeleton lines={8} label="Loading the page" />;
    if (Page === undefined) return null;
    if (data === undefined)
      return error === null ? (
        waiting
      ) : (
        <ErrorState title="The page could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorState>
      );
    return (
      <Suspense fallback={waiting}>
        <SnapshotContext value={{ site: { ...data, [key]: typed }, isPreview: true }}>
          <div className={cx(styles['page'], section && styles[section])} inert aria-hidden="true">
            <Page />
          </div>
        </SnapshotContext>
      </Suspense>
    );
  };
  return PagePreview;
};
