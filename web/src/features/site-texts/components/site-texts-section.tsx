import type { SiteTextKey } from '@lectern/contracts/content/site-text';
import type { SiteTextEntry } from '@lectern/contracts/content/site-text-http';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { Moment } from '../../../components/console/moment.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { Table, type Column } from '../../../components/ui/table.tsx';
import { siteTextQuery, siteTextsQuery } from '../api/site-texts.ts';
import { saverOf } from '../../../components/console/saver-of.ts';
import { isTextKey, LISTED_TEXTS, TEXT_KINDS, textPath } from '../texts.ts';
import styles from './site-text-editor.module.css';
import { SiteTextEditor } from './site-text-editor.tsx';

const COLUMNS: readonly Column<SiteTextEntry>[] = [
  {
    key: 'text',
    header: 'Text',
    cell: ({ key }) => <Link to={textPath(key)}>{TEXT_KINDS[key].title}</Link>,
  },
  { key: 'page', header: 'Page', cell: ({ key }) => TEXT_KINDS[key].page.name },
  { key: 'saved', header: 'Last change', cell: ({ savedAt }) => (savedAt === null ? 'None' : <Moment at={savedAt} />) },
  { key: 'by', header: 'By', cell: saverOf },
];

const TextList = () => {
  const { data, error, refetch, isFetching } = useQuery(siteTextsQuery);
  return (
    <>
      <p>
        A change is on the site within seconds. Every earlier version is kept: open a text to see its history, and to
        restore a version.
      </p>
      {data !== undefined ? (
        <Table
          caption="Texts of the site"
          columns={COLUMNS}
          rows={data.filter(({ key }) => LISTED_TEXTS.includes(key))}
          rowKey={({ key }) => key}
        />
      ) : error !== null ? (
        <ErrorState title="The texts could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorState>
      ) : (
        <Skeleton lines={6} label="Loading the texts" />
      )}
    </>
  );
};

/** The editor of a text after it has loaded. */
export const SiteTextPage = ({ of }: { of: SiteTextKey }) => {
  const { data, error, refetch, isFetching } = useQuery(siteTextQuery(of));
  if (data !== undefined) return <SiteTextEditor text={data} />;
  if (error === null) return <Skeleton lines={8} label="Loading the text" />;
  return (
    <ErrorState title="The text could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
      {error.message}
    </ErrorState>
  );
};

/** The texts of the site, or the editor of the one that the URL names: `?edit=<key>`. */
export const SiteTextsSection = () => {
  const [params] = useSearchParams();
  const key = params.get('edit');
  if (!isTextKey(key)) return <TextList />;
  return (
    <>
      <h2 className={styles['heading']}>{TEXT_KINDS[key].title}</h2>
      <SiteTextPage key={key} of={key} />
    </>
  );
};
