import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { AdminEvent } from '@lectern/contracts/registrations/admin-model';
import type { PublicEvent } from '@lectern/contracts/registrations/model';
import { entriesSystem, entryForm, someone } from '../testing/entries.ts';
import { emailTo } from '../testing/mailbox.ts';
import { adminTokenOf, callApi, checkoutOf, payAt, payLinkIn } from '../testing/person.ts';

/* A tournament with its own competitions, from the console's API to the email of an entry. */
const { system, stop, post, textTo } = await entriesSystem();

afterAll(stop);

const competition = (id: string, name: string, typed: object = {}) => ({
  id,
  name,
  description: '',
  division: null,
  deadline: null,
  isClosed: false,
  excludes: [],
  ...typed,
});
/** So far ahead that it is never the next tournament of other specs. */
const tournament = (setup: object) => ({
  title: `Poetry Night ${randomUUID().slice(0, 8)}`,
  description: 'Two rounds, one evening.',
  type: 'tournament',
  division: null,
  datetime: '2041-11-09T17:00:00.000Z',
  endsAt: '2041-11-10T00:00:00.000Z',
  registrationDeadline: '2041-11-03T04:59:59.000Z',
  timezone: 'America/New_York',
  location: 'Zoom',
  zoomLink: null,
  capacity: null,
  price: 1_500,
  isActive: true,
  setup,
});
const SETUP = {
  competitions: [
    competition('poetry', 'Poetry', { deadline: '2041-10-01T00:00:00-04:00' }),
    competition('debate', 'Team Debate', { excludes: ['poetry'], division: 'professional' }),
    competition('extempore', 'Extempore'),
  ],
  mostCompetitions: 2,
};

describe('a tournament with its own competitions', () => {
  it('shows them to visitors, enters people by their rules, and names them in the email', async () => {
    const token = await adminTokenOf(system);
    const made = await callApi<{ event: AdminEvent }>(system, 'POST', '/api/admin/events', {
      body: tournament(SETUP),
      token,
    });
    expect(made.status).toBe(201);
    const eventId = made.body.event.id;
    const { body: shown } = await callApi<PublicEvent[]>(system, 'GET', '/api/events');
    const { setup } = shown.find(({ id }) => id === eventId)!;
    expect(setup!.competitions.map(({ id, deadline }) => [id, deadline])).toEqual([
      ['poetry', '2041-10-01T04:00:00.000Z'],
      ['debate', null],
      ['extempore', null],
    ]);

    const enter = (email: string, events: string[]) =>
      post('/api/tournament/register', { ...entryForm(email), events, eventId });
    const email = someone();
    for (const [events, message] of [
      [['prepared_speech'], 'This tournament has no event “Prepared Speech”. Reload the page to see its events.'],
      [['debate'], 'Team Debate is for the Professional division only.'],
      [['poetry', 'poetry'], 'Select each event once.'],
    ] as const)
      expect(await enter(email, [...events])).toMatchObject({ status: 400, body: { fields: { events: message } } });
    expect((await enter(email, ['poetry', 'extempore'])).status).toBe(201);
    expect(await textTo(email, 'one step left')).toContain('Poetry, Extempore');

    const edit = (typed: object) => {
      const { id: _id, closedAt: _closedAt, state: _state, counts: _counts, ...fields } = made.body.event;
      return callApi(system, 'PUT', `/api/admin/events/${eventId}`, { body: { ...fields, ...typed }, token });
    };
    const [, debate, extempore] = SETUP.competitions;
    const withoutPoetry = { competitions: [{ ...debate, excludes: [] }, extempore], mostCompetitions: 2 };
    expect(await edit({ setup: withoutPoetry })).toMatchObject({
      status: 400,
      body: { fields: { setup: '1 person entered Poetry, so it cannot be removed. Close it instead.' } },
    });
    const fewer = await edit({ setup: { ...SETUP, mostCompetitions: 1 } });
    expect(fewer.status).toBe(200);
    expect(fewer.body).toMatchObject({
      message: `${made.body.event.title} has been saved. 1 entry breaks the rules now. If it has a place, it keeps it. To see it, filter Entries by “Rule broken”.`,
    });
    const listOf = (query: string) =>
      callApi<{ items: { email: string }[] }>(
        system,
        'GET',
        `/api/admin/tournament-registrations?limit=10&event=${eventId}${query}`,
        { token },
      );
    expect((await listOf('&rules=broken')).body.items).toMatchObject([
      { email, ruleBroken: 'A person may enter at most 1 event.' },
    ]);
    expect((await listOf('&rules=kept')).status).toBe(400);
    expect(await enter(someone(), ['poetry', 'extempore'])).toMatchObject({
      status: 400,
      body: { fields: { events: 'Please select at most 1 event.' } },
    });
  });

  it('asks its questions, and has the answers in the list of entries', async () => {
    const token = await adminTokenOf(system);
    const question = { kind: 'text', options: [], isRequired: true, isHidden: false };
    const questions = [
      { ...question, id: 'school', question: 'School' },
      { ...question, id: 'adult', question: 'I am 18 or older', kind: 'checkbox' },
    ];
    const made = await callApi<{ event: AdminEvent }>(system, 'POST', '/api/admin/events', {
      body: tournament({ ...SETUP, questions }),
      token,
    });
    const { id: eventId } = made.body.event;
    const email = someone();
    const enter = (answers?: object) =>
      post('/api/tournament/register', { ...entryForm(email), events: ['extempore'], eventId, answers });
    expect(await enter()).toMatchObject({
      status: 400,
      body: {
        message: 'Please answer “School”.',
        fields: { 'answers.school': 'Please answer “School”.', 'answers.adult': 'Please check “I am 18 or older”.' },
      },
    });
    for (const wrong of [{ school: 12 }, { 'School!': 'Yale' }, ['Yale'], { school: {} }])
      expect((await enter(wrong)).status).toBe(400);
    expect((await enter({ school: 'Yale', adult: 'Yes' })).status).toBe(201);
    const { body } = await callApi<{ items: unknown[] }>(
      system,
      'GET',
      `/api/admin/tournament-registrations?limit=10&event=${eventId}`,
      { token },
    );
    expect(body.items).toMatchObject([
      {
        answers: [
          { question: 'School', answer: 'Yale' },
          { question: 'I am 18 or older', answer: 'Yes' },
        ],
      },
    ]);
  });

  it('with later prices refuses an entry that the form showed a lower one for, and takes it at the new one', async () => {
    const token = await adminTokenOf(system);
    const laterPrices = (...prices: [string, number][]) => ({
      ...SETUP,
      laterPrices: prices.map(([from, price]) => ({ from, price })),
    });
    const make = (setup: object) =>
      callApi<{ event: AdminEvent }>(system, 'POST', '/api/admin/events', { body: tournament(setup), token });
    expect(await make(laterPrices(['2041-11-03T04:59:59.000Z', 1_500]))).toMatchObject({
      status: 400,
      body: {
        fields: {
          'setup.laterPrices.0.from': 'It must be before the registration deadline',
          'setup.laterPrices.0.price': 'The price before it is the same',
        },
      },
    });
    // The first one has begun already.
    const made = await make(laterPrices(['2024-10-01T00:00:00-04:00', 2_000], ['2041-11-01T00:00:00-04:00', 2_500]));
    const { id: eventId, price } = made.body.event;
    expect([made.status, price]).toEqual([201, 1_500]);
    const { body: events } = await callApi<PublicEvent[]>(system, 'GET', '/api/events');
    expect(events.find(({ id }) => id === eventId)!.price).toBe(2_000);

    const email = someone();
    const enter = (typed: object) =>
      post('/api/tournament/register', { ...entryForm(email), events: ['extempore'], eventId, ...typed });
    expect(await enter({ shownPrice: 1_500 })).toMatchObject({
      status: 409,
      body: { code: 'price_changed', message: 'The price is now $20. Send the form again to enter at this price.' },
    });
    expect(await enter({ shownPrice: 2_000 })).toMatchObject({ status: 201, body: { payment: { amount: 2_000 } } });
    expect(await textTo(email, 'one step left')).toContain('$20');
  });

  it('with refunds by date names the refund of a withdrawal before and after the payment', async () => {
    const token = await adminTokenOf(system);
    const steps = [
      { until: '2024-11-01T00:00:00-04:00', percent: 100 },
      { until: '2041-11-01T00:00:00-04:00', percent: 50 },
    ];
    const body = { ...tournament(SETUP), refundSteps: steps };
    const made = await callApi<{ event: AdminEvent }>(system, 'POST', '/api/admin/events', { body, token });
    const { id: eventId, title } = made.body.event;
    const inUtc = [
      { until: '2024-11-01T04:00:00.000Z', percent: 100 },
      { until: '2041-11-01T04:00:00.000Z', percent: 50 },
    ];
    expect(made.body.event.refundSteps).toEqual(inUtc);
    const email = someone();
    const entered = await post('/api/tournament/register', { ...entryForm(email), events: ['extempore'], eventId });
    const { payment } = entered.body as { payment: { token: string } };
    expect(await post('/api/payment-links/preview', { token: payment.token })).toMatchObject({
      body: { refunds: { steps: inUtc, timezone: 'America/New_York' } },
    });
    const due = await emailTo(system, email, ({ text }) => payLinkIn(text) !== undefined);
    await payAt(await checkoutOf(system, payLinkIn(due.text)!));
    // The step that was over is left out.
    const confirmation = await emailTo(system, email, `You are in: ${title}`);
    expect(confirmation.text).toMatch(/Refund if you withdraw: 50% until Oct 31, 9:00 PM PDT; nothing after that/);
  });

  it('with a full competition lets the next person wait with the whole entry, and says what is full', async () => {
    const token = await adminTokenOf(system);
    const setup = {
      competitions: [competition('poetry', 'Poetry', { capacity: 1 }), competition('extempore', 'Extempore')],
      mostCompetitions: 2,
    };
    const made = await callApi<{ event: AdminEvent }>(system, 'POST', '/api/admin/events', {
      body: tournament(setup),
      token,
    });
    const { id: eventId, title } = made.body.event;
    const enter = (email: string, events: string[]) =>
      post('/api/tournament/register', { ...entryForm(email), events, eventId });
    const [first, second] = [someone(), someone()];
    expect((await enter(first, ['poetry'])).body).not.toHaveProperty('waitlisted');
    const { body: events } = await callApi<PublicEvent[]>(system, 'GET', '/api/events');
    expect(events.find(({ id }) => id === eventId)!.places).toEqual([
      { of: 'competition', id: 'poetry', placesLeft: 0 },
    ]);
    expect(await enter(second, ['poetry', 'extempore'])).toMatchObject({
      status: 201,
      body: {
        waitlisted: true,
        position: 1,
        message: `Poetry is full. You are number 1 on the waitlist of the ${title} with everything that you chose, and we email you as soon as there is room for all of it.`,
      },
    });
    expect(await textTo(second, 'waitlist')).toContain('Poetry is full at the moment');
    expect((await enter(someone(), ['extempore'])).body).not.toHaveProperty('waitlisted');
  });
});
