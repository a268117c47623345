import { association } from '../../config/association.ts';
import type { ButtonLook } from '../ui/button-class.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../ui/button.tsx';
import { calendarFile, type Occasion } from './calendar-file.ts';

/** Hands the event to the reader's calendar as a file that is made on the spot. `page` is the path of the page that tells of it. */
export const AddToCalendar = ({ event, page, ...look }: ButtonLook & { event: Occasion; page: string }) => {
  const save = () => {
    const text = calendarFile(event, { name: association.fullName, url: window.location.origin + page });
    const name = `${event.title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.ics`;
    saveFile(new Blob([text], { type: 'text/calendar;charset=utf-8' }), name);
  };
  return (
    <Button {...look} onClick={save}>
      Add to calendar
    </Button>
  );
};
