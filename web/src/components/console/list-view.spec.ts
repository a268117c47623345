import { describe, expect, it } from 'vitest';
import {
  countOf,
  dayFilter,
  readView,
  statusFilter,
  totalOf,
  usualSort,
  viewQuery,
  withFilter,
  writeView,
} from './list-view.ts';

const DIVISION = {
  key: 'division',
  label: 'Division',
  all: 'All divisions',
  options: [{ value: 'development', label: 'Development' }],
};
const SHAPE = {
  filters: [
    statusFilter([
      { value: 'active', label: 'Active' },
      { value: 'paused', label: 'Paused' },
    ]),
    DIVISION,
    dayFilter('from', 'Registered from'),
  ],
  sorts: ['registeredAt'],
};
const read = (query: string) => readView(new URLSearchParams(query), SHAPE);

describe('the view of a list', () => {
  it('is read from the URL and ignores what the list does not know', () => {
    expect(read('q=ada&status=paused&division=development')).toEqual({
      q: 'ada',
      filters: { status: 'paused', division: 'development' },
    });
    expect(read('status=everything&other=1')).toEqual({ q: '', filters: {} });
    expect(read('from=2026-09-01').filters).toEqual({ from: '2026-09-01' });
    expect(read('from=september').filters).toEqual({});
    expect(read('sort=registeredAt').sort).toBe('registeredAt');
    // The default order, a column that the list does not have, and no column.
    expect(usualSort(SHAPE.sorts)).toBe('-registeredAt');
    expect(['-registeredAt', 'email', ''].map((sort) => read(`sort=${sort}`).sort)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is written to the URL and keeps the other parameters', () => {
    const write = (view: Parameters<typeof writeView>[1]) =>
      writeView(new URLSearchParams('tab=debate-club&q=old&status=paused'), view, SHAPE).toString();
    expect(write({ q: 'ada b', filters: { status: 'active' } })).toBe('tab=debate-club&q=ada+b&status=active');
    expect(write({ q: '', filters: {} })).toBe('tab=debate-club');
    expect(write({ q: '', filters: {}, sort: 'registeredAt' })).toBe('tab=debate-club&sort=registeredAt');
  });

  it('has the columns of a saved view, of which none may be hidden', () => {
    expect(read('hide=email,status&view=a').hidden).toEqual(['email', 'status']);
    expect(read('hide=none').hidden).toEqual([]);
    expect(read('q=ada')).toEqual({ q: 'ada', filters: {} });
    const write = (hidden: readonly string[]) =>
      writeView(new URLSearchParams(), { q: '', filters: {}, hidden, saved: 'a' }, SHAPE).toString();
    expect([write(['email', 'status']), write([])]).toEqual(['hide=email%2Cstatus&view=a', 'hide=none&view=a']);
  });

  it('changes one filter and leaves the other ones', () => {
    const view = read('status=active&division=development');
    expect(withFilter(view, 'status', 'paused').filters).toEqual({ status: 'paused', division: 'development' });
    expect(withFilter(view, 'status', '').filters).toEqual({ division: 'development' });
  });

  it('sends no empty search or filter to the server', () => {
    expect(viewQuery({ q: '', filters: {} })).toEqual({});
    expect(viewQuery({ q: 'ada b', filters: { status: 'active' }, sort: 'registeredAt' })).toEqual({
      q: 'ada b',
      status: 'active',
      sort: 'registeredAt',
    });
  });

  it('formats the number of its rows', () => {
    const noun = ['registration', 'registrations'] as const;
    expect([countOf(0, noun), countOf(1, noun), countOf(1_200, noun)]).toEqual([
      '0 registrations',
      '1 registration',
      '1,200 registrations',
    ]);
    // A search stops counting at the maximum, which reads "or more".
    expect([totalOf(499, noun), totalOf(500, noun), totalOf(1_001, noun)]).toEqual([
      '499 registrations',
      '500 registrations or more',
      '1,001 registrations',
    ]);
  });
});
