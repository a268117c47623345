import { pathTo } from '../../config/paths.ts';
import { Actions, Stack } from '../ui/layout.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Notice } from '../ui/states.tsx';

/** In the place of a registration form while no event of its kind takes registrations. */
export const NotOpen = ({ noun }: { noun: 'tournament' | 'bootcamp' }) => (
  <Stack gap={4}>
    <Notice tone="wait" role="status">
      <p>
        <strong>Registration is not open.</strong> No {noun} takes registrations at the moment. The newsletter announces
        the next one.
      </p>
    </Notice>
    <Actions>
      <LinkButton to={pathTo('newsletters')} variant="primary">
        Get the newsletter
      </LinkButton>
      <LinkButton to={pathTo('contact')}>Contact us</LinkButton>
    </Actions>
  </Stack>
);
