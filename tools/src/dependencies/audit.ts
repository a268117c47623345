// `npm run audit`: asks the registry for known weaknesses, of what is installed to run and then of everything. Ends with 1 where there
// is a high or critical one that is not left on purpose (`audit-exceptions.ts`), and with 2 where the registry did not answer;
// `-- --may-be-offline` makes that 0, for a machine without a network.
import { AUDIT_EXCEPTIONS } from './audit-exceptions.ts';
import { judgeAudit } from './judge-audit.ts';
import { runNpm } from './run-npm.ts';

const OFFLINE = '--may-be-offline';
const unknownOptions = process.argv.slice(2).filter((option) => option !== OFFLINE);
if (unknownOptions.length > 0) {
  console.error(`Unknown option ${unknownOptions.join(' ')}; there is ${OFFLINE}.`);
  process.exit(2);
}
const mayBeOffline = process.argv.includes(OFFLINE);

const audit = async (what: string, args: readonly string[]): Promise<number> => {
  const output = await runNpm(['audit', '--json', '--package-lock-only', ...args]).catch((error: unknown) =>
    String(error),
  );
  const verdict = judgeAudit(output, AUDIT_EXCEPTIONS, new Date().toISOString().slice(0, 10));
  switch (verdict.is) {
    case 'clean':
      console.log(
        `${what}: no high or critical weakness is known.${verdict.left.map((left) => `\n  Left on purpose: ${left}`).join('')}`,
      );
      return 0;
    case 'weak':
      console.error(
        `${what}: ${verdict.findings.length} high or critical.${verdict.findings.map((finding) => `\n  ${finding}`).join('')}`,
      );
      return 1;
    case 'unknown':
      console.error(`${what}: not known, the registry did not answer: ${verdict.because}`);
      return mayBeOffline ? 0 : 2;
  }
};

const codes = [await audit('Installed to run', ['--omit=dev']), await audit('Everything, with tools', [])];
process.exitCode = codes.includes(1) ? 1 : Math.max(...codes);
