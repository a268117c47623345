import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { type ComposeProject, REPLICATED, type Replica } from './compose-project.ts';
import type { Member, SiteClient } from './site-client.ts';
import { Traffic } from './traffic.ts';
import { workOf } from './work-counts.ts';

const assert = (isSo: boolean, otherwise: string): void => {
  if (!isSo) throw new Error(otherwise);
};

/** Two of each run and are healthy, and no door but the site's (and the sandbox's) is open. */
export const checkContainers = async (project: ComposeProject): Promise<string> => {
  const replicas = await project.replicas();
  const unwell = replicas.filter((it) => (it.service === 'migrate' ? it.exitCode !== 0 : it.health !== 'healthy'));
  assert(unwell.length === 0, `not healthy: ${unwell.map((it) => `${it.name} (${it.state} ${it.health})`).join(', ')}`);
  for (const service of REPLICATED) {
    assert(replicas.filter((it) => it.service === service).length === 2, `there are not two of ${service}`);
  }
  const open = replicas.filter((it) => it.published.length > 0 && it.service !== 'site' && it.service !== 'sandbox');
  assert(open.length === 0, `published: ${open.map((it) => `${it.name} ${it.published.join(' ')}`).join(', ')}`);
  for (const replica of replicas) await checkConfined(project, replica);
  return `${replicas.length} containers; published: ${replicas.flatMap((it) => it.published.map((door) => `${it.service} ${door}`)).join(', ')}`;
};

const checkConfined = async (project: ComposeProject, replica: Replica): Promise<void> => {
  const format = '{{.Config.User}} {{.HostConfig.ReadonlyRootfs}} {{.HostConfig.CapDrop}} {{.HostConfig.SecurityOpt}}';
  const [user, isReadOnly, capabilities, security] = (await project.docker(['inspect', '--format', format, replica.id]))
    .trim()
    .split(' ');
  const isConfined =
    user !== '' &&
    user !== 'root' &&
    isReadOnly === 'true' &&
    capabilities === '[ALL]' &&
    security?.includes('no-new-privileges') === true;
  assert(isConfined, `${replica.name} is not confined: ${[user, isReadOnly, capabilities, security].join(' ')}`);
};

const HEADERS = [
  'content-security-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
];

/** nginx's own responses have the security headers of the gateway's, and assets are compressed and cached permanently. */
export const checkNginx = async (project: ComposeProject, site: SiteClient): Promise<string> => {
  const page = await site.get('/');
  const asset = /\/assets\/[\w.-]+\.js/.exec(await page.text())?.[0] ?? '';
  const file = await site.get(asset);
  const text = await file.text();
  const unavailableStyles = await site.get('/unavailable.css');
  for (const name of HEADERS) {
    assert(page.headers.get(name) !== null, `the gateway sends no ${name}`);
    assert(
      unavailableStyles.headers.get(name) === page.headers.get(name),
      `${name} of what nginx answers itself is not the gateway's`,
    );
  }
  // Responses that are no document have two of them.
  for (const name of ['strict-transport-security', 'x-content-type-options']) {
    assert(file.headers.get(name) === page.headers.get(name), `${name} of an asset is not the gateway's`);
  }
  assert(file.headers.get('content-security-policy') === null, 'an asset carries what is for documents');
  assert(file.headers.get('cache-control')?.includes('immutable') === true, `${asset} is not immutable`);
  assert(file.headers.get('content-encoding') === 'gzip', `${asset} is not packed`);
  assert(text.length > 0 && (await site.get('/assets/unknown.js')).status === 404, 'an unknown asset is not a 404');

  // The proxy in front appends what it saw; what a visitor claims before that is not believed.
  await site.post(
    '/api/auth/login',
    { email: 'nobody@example.com', password: 'not the password' },
    { 'x-forwarded-for': '192.0.2.1, 203.0.113.7' },
  );
  const [redis] = await project.replicasOf('redis');
  assert(redis !== undefined, 'there is no Redis');
  const keys = await project.exec(redis!, [
    'sh',
    '-c',
    "REDISCLI_AUTH=$REDIS_PASSWORD redis-cli --scan --pattern 'lectern:rate:*'",
  ]);
  assert(
    keys.includes('203.0.113.7') && !keys.includes('192.0.2.1'),
    `rate limits count other addresses than the visitor's: ${keys}`,
  );

  const large = await site.post('/api/contact', { message: 'x'.repeat(22 * 1024 * 1024) });
  assert(
    large.status === 413 && ((await large.json()) as { code: string }).code === 'body_too_large',
    'a body of 22 MB is not refused with our error',
  );

  for (const [path, megabytes, isTaken] of [
    ['/api/contact', 0.2, false],
    ['/api/webhooks/stripe', 0.2, true],
    ['/api/admin/articles', 3, false],
    ['/api/admin/imports/newsletter', 3, true],
  ] as const) {
    const { status } = await site.post(path, { padding: 'x'.repeat(megabytes * 1024 * 1024) });
    assert((status !== 413) === isTaken, `${megabytes} MB to ${path} are answered ${status}`);
  }
  await checkFlood(site);

  for (const [head, status, code] of [
    ['GET / HTTP/1.1\r\n', 400, 'malformed_request'], // without a Host
    [`GET / HTTP/1.1\r\nHost: site\r\nX-Long: ${'x'.repeat(20_000)}\r\n`, 431, 'headers_too_large'],
    [`GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: site\r\n`, 431, 'headers_too_large'],
  ] as const) {
    const answer = await rawAnswer(site, `${head}\r\n`);
    const isOurs =
      answer.startsWith(`HTTP/1.1 ${status} `) &&
      answer.includes(`"code":"${code}"`) &&
      HEADERS.every((name) => answer.toLowerCase().includes(`\n${name}:`));
    assert(isOurs, `what nginx cannot read is not answered with our ${code}: ${answer.slice(0, 300)}`);
  }
  return 'same headers as the gateway; assets packed and immutable; the visitor’s address is counted, and a flood refused; 400, 413, 429 and 431 in our form';
};

/** One visitor's flood is refused before it reaches a gateway; another visitor, and a provider's events, are not. */
const checkFlood = async (site: SiteClient): Promise<void> => {
  const answersTo = (path: string, visitor: string): Promise<Response[]> =>
    Promise.all(
      Array.from({ length: 600 }, () => fetch(`${site.siteUrl}${path}`, { headers: { 'x-forwarded-for': visitor } })),
    );
  const refused = (await answersTo('/api/health', '203.0.113.8')).filter(({ status }) => status === 429);
  assert(refused.length > 0, 'a flood of 600 requests is not refused');
  assert(
    ((await refused[0]!.json()) as { code: string }).code === 'too_many_requests',
    'a flood is not refused with our error',
  );
  const events = await answersTo('/api/webhooks/stripe', '203.0.113.8');
  assert(
    events.every(({ status }) => status !== 429),
    'a burst of events is refused',
  );
  assert(
    (await fetch(`${site.siteUrl}/api/health`, { headers: { 'x-forwarded-for': '203.0.113.10' } })).ok,
    'another visitor is refused',
  );
};

/** The answer to bytes that need be no request, until the other end hangs up. */
const rawAnswer = (site: SiteClient, bytes: string): Promise<string> => {
  const { hostname, port } = new URL(site.siteUrl);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  return textOf(socket);
};

/** Without any gateway, programs get our error and people a page; then it goes on as if nothing had been. */
export const checkOutage = async (project: ComposeProject, site: SiteClient): Promise<string> => {
  await project.stop('gateway');
  const api = await site.get('/api/health');
  const { code, correlationId } = (await api.json()) as { code: string; correlationId: string };
  const isOurs =
    api.status === 503 &&
    code === 'service_unavailable' &&
    correlationId !== '' &&
    api.headers.get('retry-after') !== null;
  assert(isOurs, `without a gateway the API answers ${api.status} ${code}`);
  const page = await site.get('/register');
  const html = await page.text();
  assert(page.status === 503 && html.includes('Back in a moment'), `without a gateway a page answers ${page.status}`);
  assert(page.headers.get('content-security-policy') !== null, 'the page of an outage has no security headers');
  await project.start('gateway');
  const since = Date.now();
  while (!(await site.get('/api/health')).ok) {
    assert(Date.now() - since < 15_000, 'nginx does not find the gateways again');
    await delay(100);
  }
  return `503 as JSON and as a page; gateways found again after ${Date.now() - since} ms`;
};

/** Both replicas of everything had work to do. */
export const checkShares = async (project: ComposeProject, site: SiteClient, member: Member): Promise<string> => {
  const traffic = new Traffic(site, member, await site.signIn(member));
  const deadline = Date.now() + 90_000;
  try {
    for (;;) {
      await delay(3000);
      const shares = await Promise.all(
        REPLICATED.map(async (service) => {
          const replicas = await project.replicasOf(service);
          return { service, work: await Promise.all(replicas.map((it) => workOf(project, it))) };
        }),
      );
      if (shares.every(({ work }) => work.length === 2 && work.every((it) => it > 0))) {
        return shares.map(({ service, work }) => `${service} ${work.join('+')}`).join(', ');
      }
      const idle = shares.filter(({ work }) => work.some((it) => it === 0));
      assert(
        Date.now() < deadline,
        `a replica had nothing to do: ${idle.map(({ service, work }) => `${service} ${work.join('+')}`).join(', ')}`,
      );
    }
  } finally {
    await traffic.end();
  }
};

/** One replica after the other is started again while people use the site. */
export const checkRestarts = async (project: ComposeProject, site: SiteClient, member: Member): Promise<string> => {
  const traffic = new Traffic(site, member, await site.signIn(member));
  const began = Date.now();
  try {
    for (const service of REPLICATED) {
      const [replica] = await project.replicasOf(service);
      assert(replica !== undefined, `there is no ${service}`);
      await project.restart(replica!);
    }
  } finally {
    await traffic.end();
  }
  const { answered, failures, slowestMilliseconds } = await traffic.end();
  const seconds = Math.round((Date.now() - began) / 1000);
  assert(
    failures.length === 0,
    `${failures.length} of ${answered + failures.length} requests failed, the slowest took ${slowestMilliseconds} ms:\n${failures.slice(0, 20).join('\n')}`,
  );
  return `${REPLICATED.length} restarts in ${seconds} s, ${answered} requests, 0 failed, the slowest ${slowestMilliseconds} ms`;
};
