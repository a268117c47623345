import type { ComposeProject } from './compose-project.ts';

/** The operator's program runs in a container of its own, reaches services and queues, and reports the outcome with its exit code. */
export const checkOperator = async (project: ComposeProject, admin: { email: string }): Promise<string> => {
  const listed = await project.operate(['administrators', '--json']);
  if (!listed.includes(admin.email)) throw new Error(`The administrator is not listed: ${listed}`);
  const queues = await project.operate(['queues']);
  if (!/^messaging-campaigns: /m.test(queues)) throw new Error(`The queues are not listed: ${queues}`);
  const reconciled = await project.operate(['reconcile']);
  const refusals = [
    { args: ['reset-second-factor', 'nobody@example.com'], code: 1 },
    { args: ['no-such-command'], code: 2 },
  ];
  for (const { args, code } of refusals) {
    const message = await project.operate(args).then(
      () => 'ended with 0',
      (error: Error) => error.message,
    );
    if (!message.includes(`ended with ${code}`))
      throw new Error(`operate ${args.join(' ')} was to end with ${code}: ${message}`);
  }
  return reconciled.trim().split('\n').at(-1) ?? '';
};
