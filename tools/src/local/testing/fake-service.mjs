// A fake service for the tests of the supervisor: ready when it listens; follows commands over HTTP.
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { FAKE_NAME: name, FAKE_PORT: port, FAKE_JOURNAL: journal } = process.env;
const note = (what) => appendFileSync(journal, `${name} ${what}\n`);

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url, 'http://x');
  if (pathname === '/crash') {
    console.log(JSON.stringify({ level: 50, msg: 'the flux is gone' }));
    process.exit(3);
  }
  if (pathname === '/ignore-sigterm')
    process.removeAllListeners('SIGTERM').on('SIGTERM', () => note('ignored SIGTERM'));
  response.end('ok');
});
process.on('SIGTERM', () => {
  note('stopped');
  process.exit(0);
});
server.listen(Number(port), '127.0.0.1', () => note('started'));
