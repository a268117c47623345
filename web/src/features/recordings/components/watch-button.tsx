import type { Recording } from '@lectern/contracts/content/model';
import { Button } from '../../../components/ui/button.tsx';
import { OutIcon } from '../../../components/ui/action-icons.tsx';
import { ExternalLinkButton } from '../../../components/ui/link-button.tsx';
import { formatLongDate } from '../../../lib/format.ts';
import { isActive, useMember } from '../../../lib/member-context.ts';
import { toast } from '../../../lib/toast-store.ts';
import { watchingOf } from '../video.ts';

const reportUnavailable = () =>
  toast({
    title: 'Not Available',
    description: 'This recording is not available for playback.',
    variant: 'destructive',
  });

/** Opens the best video of the recording at Zoom, or says why not. */
export const WatchButton = ({ recording }: { recording: Recording }) => {
  const { user } = useMember();
  const watching = watchingOf(recording, isActive(user));
  const label = `Watch on Zoom: ${recording.topic}, ${formatLongDate(recording.startTime)}`;
  switch (watching.kind) {
    case 'members-only':
      return <Button disabled>Member access required</Button>;
    case 'no-video':
      return <Button disabled>No video available</Button>;
    case 'unavailable':
      return (
        <Button aria-label={label} onClick={reportUnavailable}>
          Watch on Zoom
          <OutIcon />
        </Button>
      );
    case 'ready':
      return (
        <ExternalLinkButton href={watching.url} aria-label={label}>
          Watch on Zoom
          <OutIcon />
        </ExternalLinkButton>
      );
  }
};
