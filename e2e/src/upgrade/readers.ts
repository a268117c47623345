import { setTimeout as pause } from 'node:timers/promises';
import { ROUTES } from '@lectern/contracts/registry';
import { callApi, twoMembers } from '../testing/person.ts';
import type { RunningSystem } from '../testing/start-system.ts';

const EVERY_MS = 60;
/** The load asks for it. */
const NOT_ASKED = new Set(['/api/health']);

/**
 * A member and an administrator who read everything that can be read without naming anything: lists, metrics, settings, the exports.
 * The shared entrance records the responses. Resolves to a function that stops the readers and returns how many routes they requested.
 */
export const startReaders = async (system: RunningSystem): Promise<() => Promise<number>> => {
  const { activeToken: member } = await twoMembers(system);
  const { body } = await callApi<{ token: string }>(system, 'POST', '/api/admin/login', {
    body: (await system.run()).admin,
  });
  const tokens = { public: undefined, member, admin: body.token, webhook: undefined };
  const routes = ROUTES.filter(
    ({ method, path, audience }) =>
      method === 'GET' && !path.includes(':') && audience !== 'webhook' && !NOT_ASKED.has(path),
  );
  const asked = new Set<string>();
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      for (const { path, audience } of routes) {
        if (isOver) break;
        const token = tokens[audience];
        await callApi(system, 'GET', path, token === undefined ? {} : { token }).catch(() => undefined);
        asked.add(path);
        await pause(EVERY_MS);
      }
    }
  })();
  return async () => {
    isOver = true;
    await reading;
    return asked.size;
  };
};
