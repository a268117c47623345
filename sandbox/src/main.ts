import { pino } from 'pino';
import { ConfigError, readConfig } from './config.ts';
import { startSandbox } from './sandbox.ts';

const log = pino({ name: 'sandbox' });

const main = async (): Promise<void> => {
  const config = readConfig(process.env);
  const sandbox = await startSandbox({ ...config, logger: log });
  log.info(
    {
      url: config.publicUrl,
      stripeWebhook: config.stripeWebhook?.url ?? null,
      sendgridWebhook: config.sendgridWebhook?.url ?? null,
      zoomWebhook: config.zoomWebhook?.url ?? null,
      dataDir: config.dataDir ?? null,
    },
    'the sandbox is up',
  );

  let isStopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'the sandbox stops');
    sandbox.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
};

main().catch((error: unknown) => {
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
  else log.fatal({ err: error }, 'the sandbox could not start');
  process.exit(1);
});
