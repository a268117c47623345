import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** PEM. */
export interface TestCertificate {
  key: string;
  /** Its own authority: a client that trusts it trusts the server. */
  certificate: string;
}

/** A certificate of one day for 127.0.0.1 and `localhost`, signed by itself, by the `openssl` of this machine. */
export const createTestCertificate = async (): Promise<TestCertificate> => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-certificate-'));
  const [key, certificate] = [join(folder, 'key'), join(folder, 'certificate')];
  try {
    await run('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
      ...['-keyout', key, '-out', certificate],
    ]);
    return { key: await readFile(key, 'utf8'), certificate: await readFile(certificate, 'utf8') };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
