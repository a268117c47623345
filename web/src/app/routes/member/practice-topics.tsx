import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { pathTo } from '../../../config/paths.ts';
import { practiceTopicsQuery } from '../../../features/practice/api/practice-topics.ts';
import { PracticePage } from '../../../features/practice/components/practice-page.tsx';
import { Tips } from '../../../features/practice/components/tips.tsx';
import { groupsOf } from '../../../features/practice/practice-topics.ts';

export default function PracticeTopics() {
  const { data, error, refetch, isFetching } = useQuery(practiceTopicsQuery);
  const groups = useMemo(() => (data === undefined ? undefined : groupsOf(data)), [data]);
  const inGroups =
    groups === undefined
      ? 'Topics in groups of three'
      : groups.length === 1
        ? '3 topics'
        : `${3 * groups.length} topics in ${groups.length} groups of three`;
  return (
    <div className="page">
      <PageMeta
        title="Practice Topics"
        description="Debate topics to practice with, and the timers for it."
        isPrivate
      />
      <PageHeader
        title="Practice Topics"
        over={<Link to={pathTo('dashboard')}>Back to Dashboard</Link>}
        lead={`${inGroups}. Strike two, and argue the one that is left.`}
      />
      <Tips />
      {groups !== undefined ? (
        <PracticePage groups={groups} />
      ) : error === null ? (
        <Skeleton lines={12} label="Loading the topics" />
      ) : (
        <ErrorState title="The topics could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorState>
      )}
    </div>
  );
}
