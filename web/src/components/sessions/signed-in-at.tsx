import type { SignedInSession } from '@lectern/contracts/identity/session';
import type { endSessions } from '@lectern/contracts/identity/session-http';
import { useState } from 'react';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { SplitList, SplitRow } from '../ui/split-list.tsx';
import { ErrorState } from '../ui/states.tsx';
import type { BodyOf } from '../../lib/api-client.ts';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import { type Asked, EndSessions, type EndedSessions } from './end-sessions.tsx';
import styles from './sessions.module.css';

interface Props {
  query: {
    data: { sessions: readonly SignedInSession[] } | undefined;
    isError: boolean;
    isFetching: boolean;
    refetch: () => unknown;
  };
  end: (body: BodyOf<typeof endSessions>) => Promise<EndedSessions>;
  /** This session goes on with another token. */
  onToken: (token: string) => void;
}

/** Days of use are the association’s, without a time. */
const lastUsed = (day: string): string => formatDate(`${day}T00:00:00Z`, 'UTC');

/** The sessions of a person. Ends one of them, or all but this one. */
export const SignedInAt = ({ query, end, onToken }: Props) => {
  const { data, isError, isFetching, refetch } = query;
  const [asked, setAsked] = useState<Asked | null>(null);
  const renew = () => {
    setAsked(null);
    refetch();
  };
  const content = () => {
    if (data === undefined) {
      if (!isError) return <Skeleton lines={3} label="Loading where you are logged in" />;
      return (
        <ErrorState title="Where you are logged in could not be loaded" onRetry={() => refetch()} retrying={isFetching}>
          Your sessions stay as they are.
        </ErrorState>
      );
    }
    return (
      <>
        <p>
          Each entry is a browser that is logged in to your account. If you do not recognize one, log it out and change
          your password.
        </p>
        <SplitList label="Where you are logged in">
          {data.sessions.map(({ id, client, startedAt, lastSeenOn, isThis }) => (
            <SplitRow
              key={id}
              name={
                <span className={styles['client']}>
                  {client}
                  {isThis && <Badge tone="ok">This session</Badge>}
                </span>
              }
              note={
                <>
                  Logged in <time dateTime={startedAt}>{formatDateTime(startedAt)}</time>, last used{' '}
                  <time dateTime={lastSeenOn}>{lastUsed(lastSeenOn)}</time>
                </>
              }
              action={
                !isThis && (
                  <Button
                    onClick={() => setAsked({ id, client })}
                    aria-label={`Log out ${client}, logged in ${formatDateTime(startedAt)}`}
                  >
                    Log out
                  </Button>
                )
              }
            />
          ))}
        </SplitList>
        {data.sessions.some(({ isThis }) => !isThis) && (
          <div>
            <Button onClick={() => setAsked('others')}>Log out everywhere else</Button>
          </div>
        )}
      </>
    );
  };
  return (
    <Card title="Where you are logged in">
      {content()}
      {asked !== null && (
        <EndSessions
          asked={asked}
          end={end}
          onEnded={({ token }) => {
            if (token !== undefined) onToken(token);
            renew();
          }}
          onGone={renew}
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  );
};
