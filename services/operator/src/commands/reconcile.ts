import { setTimeout as pause } from 'node:timers/promises';
import { getReconciliation, reconcileNow } from '@lectern/contracts/billing/operator-rpc';
import type { Command } from '../command.ts';

const LOOK_MS = 500;
/** Milliseconds without any customer compared after which the provider counts as unavailable. */
const WAIT_MS = 120_000;

export const reconcile: Command = {
  name: 'reconcile',
  usage: '',
  summary:
    'compares all customers with the payment provider now and repairs differences; ends with 1 when that failed for any of them',
  words: { min: 0, max: 0 },
  run: async (_words, _options, tools) => {
    const rpc = await tools.rpc();
    const { id } = await rpc.call(reconcileNow, {});
    let run = await rpc.call(getReconciliation, { id });
    let [moved, checked] = [Date.now(), run.checked + run.failed];
    while (run.finishedAt === null) {
      if (Date.now() - moved > WAIT_MS)
        return {
          lines: [
            `After ${run.checked} customers nothing goes on: look at billing's log. It is tried again every five minutes.`,
          ],
          result: run,
          isIncomplete: true,
        };
      await pause(LOOK_MS);
      run = await rpc.call(getReconciliation, { id });
      if (run.checked + run.failed !== checked) [moved, checked] = [Date.now(), run.checked + run.failed];
    }
    return {
      lines: [
        ...run.differences.map(
          ({ customerId, subject, field, local, remote }) =>
            `${customerId}  ${subject}  ${field}: ${local ?? 'unknown'} here, ${remote ?? 'none'} there; repaired`,
        ),
        `${run.checked} customers were compared, ${run.repaired} repaired, ${run.failed} could not be${run.failed === 0 ? '' : ': billing’s log names them'}.`,
      ],
      result: run,
      isIncomplete: run.failed > 0,
    };
  },
};
