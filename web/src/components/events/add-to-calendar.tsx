import { type CalendarEntry, calendarText } from '@lectern/contracts/calendar';
import { type CalendarEvent, eventEntries } from '@lectern/contracts/registrations/event-calendar';
import type { PublicEvent } from '@lectern/contracts/registrations/model';
import { useAssociation } from '../../lib/association.ts';
import { saveFile } from '../../lib/save-file.ts';
import type { ButtonLook } from '../ui/button-class.ts';
import { Button } from '../ui/button.tsx';

interface Props extends ButtonLook {
  /** The name of the file is made from it. */
  title: string;
  /** By the product's clock. */
  now: Date;
  /** The path of the page that describes the event. */
  page: string;
  /** The calendar entries, given the absolute URL of that page. */
  entriesAt: (url: string) => CalendarEntry[];
}

/** Saves calendar entries as a file (RFC 5545) that the browser creates on the press. */
export const SaveToCalendar = ({ title, now, page, entriesAt, ...look }: Props) => {
  const association = useAssociation();
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

/** Adds an event to the reader's calendar, one entry for each session. `page` is the path of the page that describes it. */
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
