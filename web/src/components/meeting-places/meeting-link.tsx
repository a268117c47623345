import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ButtonLook } from '../ui/button-class.ts';
import { Button } from '../ui/button.tsx';
import { OutIcon } from '../ui/action-icons.tsx';
import { ExternalLinkButton } from '../ui/link-button.tsx';
import { meetingPlacesQuery } from './get-meeting-places.ts';

interface Props extends ButtonLook {
  place: 'zoomUrl' | 'discordUrl';
  children: ReactNode;
}

/**
 * Opens the meeting of members in a new tab. For active members: the server sends the URL to no others. While the URL loads, a button
 * of the same size takes its place; where it failed to load, a button that requests it again.
 */
export const MeetingLink = ({ place, children, ...look }: Props) => {
  const { data, isError, isFetching, refetch } = useQuery(meetingPlacesQuery);
  const address = data?.[place];
  if (address != null) {
    return (
      <ExternalLinkButton {...look} href={address}>
        {children}
        <OutIcon />
      </ExternalLinkButton>
    );
  }
  if (isError) {
    return (
      <Button {...look} onClick={() => void refetch()} busy={isFetching} busyLabel="Trying again...">
        The link could not be loaded. Try again
      </Button>
    );
  }
  return (
    <Button {...look} disabled>
      {data === undefined ? children : 'The link is not set yet'}
      <OutIcon />
    </Button>
  );
};
