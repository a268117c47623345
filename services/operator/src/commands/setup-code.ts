import { makeSetupCode } from '@lectern/contracts/identity/setup-rpc';
import type { Command } from '../command.ts';

export const setupCode: Command = {
  name: 'setup-code',
  usage: '',
  summary: 'makes another code for the setup of a new site, and voids the one before',
  words: { min: 0, max: 0 },
  run: async (_words, _options, { rpc }) => {
    const { code } = await (await rpc()).call(makeSetupCode, {});
    return {
      lines: [
        code === null
          ? 'An administrator exists, so the site is set up. Nothing was changed.'
          : `The setup code is ${code}. Earlier ones do not work any more. Type it at /admin/setup of the site.`,
      ],
      result: { isOpen: code !== null },
      isIncomplete: code === null,
    };
  },
};
