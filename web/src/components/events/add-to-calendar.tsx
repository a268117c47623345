import { type CalendarEntry, calendarText } from '@lectern/contracts/calendar';
import { type CalendarEvent, eventEntries } from '@lectern/contracts/registrations/event-calendar';
import type { PublicEvent } from '@lectern/contracts/registrations/model';
import { association } from '../../config/association.ts';
import { saveFile } from '../../lib/save-file.ts';
import type { ButtonLook } from '../ui/button-class.ts';
import { Button } from '../ui/button.tsx';

interface Props extends ButtonLook {
  /** Names the file. */
  title: string;
  /** By the product's clock. */
  now: Date;
  /** The path of the page that tells of it. */
  page: string;
  /** What a calendar is told, given the whole address of that page. */
  entriesAt: (url: string) => CalendarEntry[];
}

/** Hands something to the reader's calendar as a file (RFC 5545) that is made on the spot. */
export const SaveToCalendar = ({ title, now, page, entriesAt, ...look }: Props) => {
  const save = () => {
    const text = calendarText({
      publisher: association.fullName,
      now,
      entries: entriesAt(window.location.origin + page),
    });
    saveFile(
      new Blob([text], { type: 'text/calendar;charset=utf-8' }),
      `${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.ics`,
    );
  };
  return (
    <Button {...look} onClick={save}>
      Add to calendar
    </Button>
  );
};

/** An event in the reader's calendar, one entry for each session. `page` is the path of the page that tells of it. */
export const AddToCalendar = ({
  event,
  page,
  ...look
}: ButtonLook & { event: CalendarEvent & Pick<PublicEvent, 'now'>; page: string }) => (
  <SaveToCalendar
    {...look}
    title={event.title}
    now={new Date(event.now)}
    page={page}
    entriesAt={(url) => eventEntries(event, url)}
  />
);
