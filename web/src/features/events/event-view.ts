import type { ShownEvent, AdminEventState, EventCopy } from '@lectern/contracts/registrations/admin-model';
import { statusFilter, type ListFilter } from '../../components/console/list-view.ts';
import { formatCount } from '../../lib/format.ts';

type Tone = 'ok' | 'wait' | 'stop' | 'plain';

/** The badge of an event, by its state. */
export const EVENT_STATES: Readonly<Record<AdminEventState, { tone: Tone; label: string }>> = {
  open: { tone: 'ok', label: 'Open' },
  sold_out: { tone: 'wait', label: 'Sold out' },
  closed: { tone: 'stop', label: 'Closed' },
  over: { tone: 'plain', label: 'Over' },
  hidden: { tone: 'plain', label: 'Hidden' },
};

export const EVENT_FILTERS: readonly ListFilter[] = [
  statusFilter([
    { value: 'coming', label: 'Not over' },
    ...Object.entries(EVENT_STATES).map(([value, { label }]) => ({ value, label })),
  ]),
];

export const COPY_OUTCOMES: Readonly<Record<EventCopy['outcome'], { tone: Tone; label: string }>> = {
  new: { tone: 'ok', label: 'New' },
  exists: { tone: 'plain', label: 'Already exists' },
  past: { tone: 'stop', label: 'In the past' },
};

/** Why a preview has nothing to copy. */
export const nothingToCopy = (copies: readonly Pick<EventCopy, 'outcome'>[]): string => {
  const count = copies.length === 1 ? 'This event is' : 'These events are';
  if (copies.every(({ outcome }) => outcome === 'exists'))
    return `${count} in the next quarter already. There is nothing to do.`;
  return 'There is nothing to copy: each copy would be in the past, or exists already.';
};

/** "1 person is registered", "14 people are registered, and 2 are on the waitlist". */
export const registeredSentence = ({ entries, waiting }: ShownEvent['counts']): string => {
  const registered =
    entries === 0
      ? 'No one is registered'
      : entries === 1
        ? '1 person is registered'
        : `${formatCount(entries)} people are registered`;
  return waiting === 0
    ? registered
    : `${entries === 0 ? 'No one has a place' : registered}, and ${waiting === 1 ? '1 is' : `${formatCount(waiting)} are`} on the waitlist`;
};

/** Whether registration can be closed or reopened; null after the deadline. */
export const closingOf = (
  event: Pick<ShownEvent, 'state' | 'closedAt' | 'registrationDeadline'>,
  now: Date,
): 'close' | 'reopen' | null => {
  if (event.state === 'over' || new Date(event.registrationDeadline) <= now) return null;
  return event.closedAt === null ? 'close' : 'reopen';
};

const NAMES = ['January – March', 'April – June', 'July – September', 'October – December'];

/** The quarters that can be copied: 18 of them, from the one before `today` ("2026-11-22") on. */
export const quarterChoices = (today: string): { value: string; label: string }[] => {
  const first = Number(today.slice(0, 4)) * 4 + Math.floor((Number(today.slice(5, 7)) - 1) / 3) - 1;
  return Array.from({ length: 18 }, (_, index) => {
    const [year, quarter] = [Math.floor((first + index) / 4), (first + index) % 4];
    return { value: `${year}-Q${quarter + 1}`, label: `${NAMES[quarter]} ${year}` };
  });
};
