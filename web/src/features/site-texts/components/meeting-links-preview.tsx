import type { SiteTextValue } from '@lectern/contracts/content/site-text';
import { Stack } from '../../../components/ui/layout.tsx';

const Place = ({ name, link }: { name: string; link: string | null }) => (
  <li>
    {name}: {link === null ? 'none' : link.startsWith('https://') ? <a href={link}>{link}</a> : link}
  </li>
);

/** The links, to try them. */
export const MeetingLinksPreview = ({ zoomUrl, discordUrl }: SiteTextValue<'meetingPlaces'>) => (
  <Stack as="ul" gap={1} className="breakable">
    <Place name="Weekly session" link={zoomUrl} />
    <Place name="Community" link={discordUrl} />
  </Stack>
);
