import type { PublicEvent } from '@lectern/contracts/registrations/model';
import { sessionsOf } from './sessions.ts';

const utc = (instant: Date): string => instant.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll(/[,;]/g, (sign) => `\\${sign}`).replaceAll('\n', '\\n');

const bytes = (text: string): number => new TextEncoder().encode(text).length;

/** Lines of more than 75 octets go on in the next one, after a space (RFC 5545, 3.1). Never within a character. */
const folded = (line: string): string => {
  const lines = [''];
  for (const character of line) {
    if (bytes((lines.at(-1) ?? '') + character) > 75) lines.push(' ');
    lines[lines.length - 1] += character;
  }
  return lines.join('\r\n');
};

interface Publisher {
  /** Who publishes it. */
  name: string;
  /** The page that tells of it. */
  url: string;
}

/**
 * An event as a calendar file (RFC 5545), one entry for each session, in UTC. The same event has the same ids each time, so that
 * adding it again replaces it.
 */
export const calendarFile = (event: PublicEvent, { name, url }: Publisher): string => {
  const host = new URL(url).host;
  const sessions = sessionsOf(event);
  const entries = sessions.flatMap(({ begins, ends }, index) => [
    'BEGIN:VEVENT',
    `UID:${event.id}-${index + 1}@${host}`,
    `DTSTAMP:${utc(new Date(event.now))}`,
    `DTSTART:${utc(begins)}`,
    `DTEND:${utc(ends)}`,
    `SUMMARY:${escaped(sessions.length === 1 ? event.title : `${event.title}, session ${index + 1} of ${sessions.length}`)}`,
    `DESCRIPTION:${escaped(event.description)}`,
    `LOCATION:${escaped(event.location)}`,
    `URL:${url}`,
    'END:VEVENT',
  ]);
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', `PRODID:-//${escaped(name)}//Events//EN`, 'METHOD:PUBLISH', ...entries, 'END:VCALENDAR', ''];
  return lines.map(folded).join('\r\n');
};
