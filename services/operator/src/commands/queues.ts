import { setTimeout as pause } from 'node:timers/promises';
import type { QueueState } from '@lectern/contracts/system/queues-http';
import type { FailedWork } from '@lectern/service-kit/jobs/queues';
import { type Command, UsageError } from '../command.ts';

const none = { min: 0, max: 0 };

const lineOf = ({ queue, id, name, state, tries, reason, nextAt }: FailedWork): string =>
  `${queue}/${id}  ${name}  ${state}, ${tries} ${tries === 1 ? 'try' : 'tries'}${nextAt === null ? '' : `, next at ${nextAt}`}: ${reason}`;
const lineOfQueue = ({ queue, waiting, active, delayed, failed, schedules, isUnreadable }: QueueState): string =>
  isUnreadable === true
    ? `${queue}: cannot be read, because one of its keys is of a wrong type`
    : `${queue}: ${waiting} waiting, ${active} under way, ${delayed} delayed, ${failed} given up, ${schedules.length} ${schedules.length === 1 ? 'schedule' : 'schedules'}`;

export const queues: Command = {
  name: 'queues',
  usage: '',
  summary: 'lists the waiting and failed jobs of each queue, and why they failed',
  words: none,
  run: async (_words, _options, tools) => {
    const queues = await tools.queues();
    const [states, failed] = await Promise.all([queues.states(), queues.failed()]);
    return {
      lines: [...states.map(lineOfQueue), ...(failed.length === 0 ? ['Nothing failed.'] : failed.map(lineOf))],
      result: { queues: states, failed },
    };
  },
};

export const requeue: Command = {
  name: 'requeue',
  usage: '<queue>/<id> … | --all',
  summary: 'retries failed events and jobs now; never sends an email again',
  words: { min: 0, max: 1_000 },
  options: { all: { type: 'boolean' } },
  run: async (words, { all }, tools) => {
    if ((words.length === 0) === (all !== true))
      throw new UsageError('Name what failed as "queues" lists it, or say --all.');
    const queues = await tools.queues();
    const failed = await queues.failed();
    const named = words.length === 0 ? failed : failed.filter(({ queue, id }) => words.includes(`${queue}/${id}`));
    const missing = words.filter((word) => !named.some(({ queue, id }) => word === `${queue}/${id}`));
    const requeued: FailedWork[] = [];
    for (const work of named) if (await queues.requeue(work)) requeued.push(work);
    return {
      lines: [
        ...requeued.map((work) => `Tried now: ${lineOf(work)}`),
        ...missing.map((word) => `Nothing that failed is called ${word}.`),
        ...(named.length + missing.length === 0 ? ['Nothing failed.'] : []),
      ],
      result: { requeued: requeued.map(({ queue, id }) => `${queue}/${id}`), missing },
      isIncomplete: missing.length > 0,
    };
  },
};

const NOTICED_WITHIN_MS = 30_000;
/** Processes check each second; by then the last of them has noticed and laid its schedules. */
const SETTLED_MS = 3_000;

export const rebuildQueues: Command = {
  name: 'rebuild-queues',
  usage: '--yes',
  summary:
    'lays the schedules and publishes the events of the last seven days again, as services do by themselves when Redis has lost its data',
  words: none,
  options: { yes: { type: 'boolean' } },
  run: async (_words, { yes }, tools) => {
    if (yes !== true)
      throw new UsageError(
        'This publishes every event of the last seven days again, which takes a while; an event that had its effect has no second one. Say --yes.',
      );
    const queues = await tools.queues();
    const before = await queues.states();
    const lifeBefore = await queues.life();
    await queues.forget();
    const until = Date.now() + NOTICED_WITHIN_MS;
    let life: string | null = null;
    while ((life = await queues.life()) === null || life === lifeBefore) {
      if (Date.now() > until)
        return {
          lines: ['No process noticed within half a minute: none runs. They do when they start.'],
          result: { noticed: false },
          isIncomplete: true,
        };
      await pause(100);
    }
    await pause(SETTLED_MS);
    const after = await queues.states();
    const laid = after.flatMap(({ queue, schedules }) =>
      schedules
        .filter((name) => !before.some((it) => it.queue === queue && it.schedules.includes(name)))
        .map((name) => `${queue}/${name}`),
    );
    return {
      lines: [
        laid.length === 0 ? 'Every schedule was there.' : `Schedules that were missing: ${laid.join(', ')}.`,
        'Recent events are published again; those that had their effect are dropped.',
        ...after.map(lineOfQueue),
      ],
      result: { noticed: true, laid, queues: after },
    };
  },
};
