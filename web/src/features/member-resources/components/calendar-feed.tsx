import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { CopyIcon } from '../../../components/ui/action-icons.tsx';
import { Cluster } from '../../../components/ui/layout.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { buttonClass } from '../../../components/ui/button-class.ts';
import { messageOr } from '../../../lib/api-error.ts';
import { copyText } from '../../../lib/copy-text.ts';
import { toast } from '../../../lib/toast-store.ts';
import { calendarFeedQuery, endFeed, makeFeed } from '../api/calendar-feed.ts';
import styles from './resources.module.css';

/** Changes the URL of the feed, and caches the result. */
const useFeedChange = (change: typeof makeFeed, done: string, onDone?: () => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (feed) => {
      client.setQueryData(calendarFeedQuery.queryKey, feed);
      onDone?.();
      toast({ title: done });
    },
    onError: (error) =>
      toast({
        title: 'Calendar link not changed',
        description: messageOr(error, 'The connection failed. Please try again.'),
        variant: 'destructive',
      }),
  });
};

const MakeLink = () => {
  const { mutate, isPending } = useFeedChange(makeFeed, 'Calendar link made');
  return (
    <Cluster>
      <Button onClick={() => mutate()} busy={isPending} busyLabel="Making it...">
        Make my calendar link
      </Button>
    </Cluster>
  );
};

const CHANGES = {
  replace: {
    title: 'Replace your calendar link?',
    text: 'You get another link, and the one you have ends immediately: calendars that use it stop being kept up to date.',
    button: 'Replace Link',
    busy: 'Replacing...',
    done: 'Calendar link replaced',
    change: makeFeed,
  },
  end: {
    title: 'Turn off your calendar link?',
    text: 'It ends immediately: calendars that use it stop being kept up to date. You can make another one whenever you like.',
    button: 'Turn Off Link',
    busy: 'Turning off...',
    done: 'Calendar link turned off',
    change: endFeed,
  },
} as const;

const ConfirmChange = ({ kind, onClose }: { kind: keyof typeof CHANGES; onClose: () => void }) => {
  const { title, text, button, busy, done, change } = CHANGES[kind];
  const { mutate, isPending } = useFeedChange(change, done, onClose);
  const close = () => {
    if (!isPending) onClose();
  };
  return (
    <Dialog
      open
      onClose={close}
      title={title}
      footer={
        <>
          <Button onClick={close} disabled={isPending} data-begins>
            Keep Link
          </Button>
          <Button variant="danger" onClick={() => mutate()} busy={isPending} busyLabel={busy}>
            {button}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
};

const Link = ({ url }: { url: string }) => {
  const [asking, ask] = useState<keyof typeof CHANGES | null>(null);
  return (
    <>
      <div className={styles['share']}>
        <TextField label="Your calendar link" value={url} readOnly onFocus={(event) => event.target.select()} />
        <Button onClick={() => void copyText(url, 'Calendar link')} aria-label="Copy calendar link">
          <CopyIcon />
          Copy
        </Button>
      </div>
      <p className={styles['small']}>
        Anyone with this link sees your calendar, so keep it private. If it got out, replace it: the old link ends
        immediately. It also ends when you set a new password, log out everywhere or confirm your email for the first
        time. Make a new link afterwards.
      </p>
      <Cluster>
        {/* Calendar programs open this scheme. */}
        <a href={url.replace(/^https?:/, 'webcal:')} className={buttonClass({})}>
          Subscribe
        </a>
        <Button variant="quiet" onClick={() => ask('replace')}>
          Replace
        </Button>
        <Button variant="quiet" onClick={() => ask('end')}>
          Turn off
        </Button>
      </Cluster>
      {asking !== null && <ConfirmChange kind={asking} onClose={() => ask(null)} />}
    </>
  );
};

/** A URL to which the member's calendar program subscribes: sessions, tournaments and deadlines, always current. */
export const CalendarFeed = () => {
  const { data, error, refetch, isFetching } = useQuery(calendarFeedQuery);
  return (
    <Card title="Your Calendar">
      <p>
        Sessions, tournaments and their deadlines in your own calendar, kept up to date by itself. Works with Google,
        Apple and Outlook.
      </p>
      <div className={styles['feed']}>
        {data !== undefined ? (
          data.url === null ? (
            <MakeLink />
          ) : (
            <Link url={data.url} />
          )
        ) : error === null ? (
          <Skeleton lines={3} label="Loading your calendar link" />
        ) : (
          <ErrorState
            title="Your calendar link could not be loaded"
            onRetry={() => void refetch()}
            retrying={isFetching}
          >
            {messageOr(error, 'The connection failed. Please try again.')}
          </ErrorState>
        )}
      </div>
    </Card>
  );
};
