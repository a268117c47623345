import { existsSync } from 'node:fs';
const T='/work/main/tools/src/';
const { runLocalSystem } = await import(T+'local/local-system.ts');
const { readLocalSettings } = await import(T+'local/local-settings.ts');
const { lecternPlan } = await import(T+'local/process-plan.ts');
const { ProgressPrinter } = await import(T+'local/progress-printer.ts');
const { handleStopSignals } = await import(T+'local/stop-signals.ts');
const settings = readLocalSettings(process.env, '/work/main', process.argv.slice(2));
await runLocalSystem({ settings, plan: (c) => { const p = lecternPlan(c); return { processes: p.processes.filter(x => existsSync(x.entry) && !(process.env.SKIP??'').split(',').includes(x.name)), migrations: p.migrations.filter(x => existsSync(x.entry)) } }, migrateProgram: '/work/main/tools/dist/migrate-all.js', printer: new ProgressPrinter(process.stdout), ...handleStopSignals() }).catch((e: unknown) => { console.error(String(e)); process.exitCode = 1; });
