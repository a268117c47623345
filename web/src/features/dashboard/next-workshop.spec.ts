import { describe, expect, it } from 'vitest';
import type { Workshop } from '@lectern/contracts/registrations/workshop-model';
import { nextWorkshop } from './next-workshop.ts';

const NOW = Date.parse('2026-11-20T18:30:00.000Z');
const workshop = (id: string, differences: Partial<Workshop> = {}): Workshop => ({
  id,
  title: 'Evidence',
  description: 'Two hours with a coach.',
  datetime: '2026-12-01T18:00:00.000Z',
  endsAt: '2026-12-01T20:00:00.000Z',
  timezone: 'America/New_York',
  location: 'Zoom',
  registrationDeadline: '2026-11-30T18:00:00.000Z',
  state: 'open',
  placesLeft: null,
  seat: null,
  zoomLink: null,
  sequence: 0,
  ...differences,
});
const RUNNING = { datetime: '2026-11-20T18:00:00.000Z', endsAt: '2026-11-20T20:00:00.000Z', state: 'closed' } as const;
const SEAT = { seat: { status: 'taken', position: null } } as const;
const WAITING = { seat: { status: 'waiting', position: 1 } } as const;

const shown = (...workshops: Workshop[]): [string, boolean] | null => {
  const next = nextWorkshop(workshops, NOW);
  return next === null ? null : [next.workshop.id, next.isRunning];
};

describe('the workshop of a member’s dashboard', () => {
  it('is the first with their own seat, also while it runs', () => {
    expect(shown(workshop('first'), workshop('own', SEAT))).toEqual(['own', false]);
    expect(shown(workshop('own', { ...RUNNING, ...SEAT }), workshop('later'))).toEqual(['own', true]);
  });

  it('is not a running one that nobody can join any more', () => {
    expect(shown(workshop('running', RUNNING), workshop('ahead'))).toEqual(['ahead', false]);
    expect(shown(workshop('running', { ...RUNNING, ...WAITING }), workshop('ahead'))).toEqual(['ahead', false]);
    expect(shown(workshop('running', RUNNING))).toBeNull();
  });

  it('takes sign-ups where one does, and is a closed one otherwise', () => {
    const closed = workshop('closed', { state: 'closed' });
    expect(shown(closed, workshop('full', { state: 'full' }))).toEqual(['full', false]);
    expect(shown(closed)).toEqual(['closed', false]);
    expect(shown()).toBeNull();
  });
});
