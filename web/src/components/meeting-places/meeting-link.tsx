import type { MeetingPlaces } from '@lectern/contracts/content/model';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ButtonLook } from '../ui/button-class.ts';
import { Button } from '../ui/button.tsx';
import { OutIcon } from '../ui/icons.tsx';
import { ExternalLinkButton } from '../ui/link-button.tsx';
import { meetingPlacesQuery } from './get-meeting-places.ts';

interface Props extends ButtonLook {
  place: keyof MeetingPlaces;
  children: ReactNode;
}

/**
 * Leads to where members meet, in a new tab. For active members: to others the server tells no address. Until the address is
 * there a button of the same size stands in its place, and where it did not come, one that asks again.
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
      {children}
      <OutIcon />
    </Button>
  );
};
