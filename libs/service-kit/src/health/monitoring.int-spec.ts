import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROUTES } from '@lectern/contracts/registry';
import { type Promtool, promtool } from '@lectern/test-kit/promtool';
import { Metrics, STORED_METRICS } from '../metrics/metrics.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const FOLDER = join(ROOT, 'deploy/monitoring');
const read = (...path: string[]): string => readFileSync(join(ROOT, ...path), 'utf8');

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}
interface AlertTest {
  readonly name: string;
  readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly unknown[] }[];
}
interface Panel {
  readonly title: string;
  readonly description?: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const alerts = (parse(read('deploy/monitoring/alerts.yml')) as { groups: { rules: Alert[] }[] }).groups.flatMap(
  ({ rules }) => rules,
);
const names = alerts.map(({ alert }) => alert);
const { panels } = JSON.parse(read('deploy/monitoring/grafana/lectern.json')) as { panels: Panel[] };

let tool: Promtool;
let folder: string;
beforeAll(async () => {
  tool = await promtool();
  folder = mkdtempSync(join(tmpdir(), 'lectern-monitoring-'));
  cpSync(FOLDER, folder, { recursive: true });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const check = (...words: string[]): ReturnType<Promtool['run']> => tool.run(folder, ...words);

/** The metrics of the processes, by name, with their labels; Prometheus adds `le` to the buckets. */
const counted = async (): Promise<Map<string, readonly string[]>> => {
  const { registry } = new Metrics('any');
  const all = registry.getMetricsAsArray() as unknown as {
    name: string;
    type: unknown;
    labelNames?: readonly string[];
  }[];
  return new Map([
    ...(await registry.getMetricsAsJSON()).map(({ name }) => [name, []] as const),
    ...all.flatMap(({ name, labelNames = [] }) =>
      ['', '_bucket', '_count', '_sum'].map((suffix) => [name + suffix, labelNames] as const),
    ),
    ...Object.keys(STORED_METRICS).map((name) => [name, []] as const),
    ['up', []],
  ]);
};

/** Labels that Prometheus adds to the metrics of a process, and labels that each process adds to all of its own. */
const EVERYWHERE = ['service', 'instance', 'process', 'le'];

/** The metrics and labels of an expression that no process exports. */
const unknownIn = (expr: string, known: ReadonlyMap<string, readonly string[]>): string[] => {
  const asked = [...expr.matchAll(/\b((?:lectern|nodejs|process)_[a-z0-9_]+|up)\b(?:\{([^}]*)\})?/g)];
  if (asked.length === 0) return [`nothing is asked for by ${expr}`];
  return asked.flatMap(([, name = '', matchers = '']) => {
    const labels = known.get(name);
    if (labels === undefined) return [name];
    return [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].flatMap(([, label = '']) =>
      [...labels, ...EVERYWHERE].includes(label) ? [] : [`${name}{${label}}`],
    );
  });
};

describe('alerts', () => {
  it('are rules that Prometheus accepts, and fire only when they should', () => {
    expect(check('check', 'rules', 'alerts.yml')).toMatchObject({ status: 0 });
    expect(check('test', 'rules', 'alerts.test.yml')).toMatchObject({ status: 0 });
  });

  it('have two tests each: one in which they fire, one in which they are silent', () => {
    const { tests } = parse(read('deploy/monitoring/alerts.test.yml')) as { tests: AlertTest[] };
    const tried = tests.flatMap((test) =>
      test.alert_rule_test.map(
        ({ alertname, exp_alerts: expected }) => `${alertname} ${expected.length > 0 ? 'fires' : 'is silent'}`,
      ),
    );
    expect(tried.toSorted()).toEqual(names.flatMap((name) => [`${name} fires`, `${name} is silent`]).toSorted());
  });

  it('use only metrics that a process exports', async () => {
    const known = await counted();
    expect(alerts.flatMap(({ expr }) => unknownIn(expr, known))).toEqual([]);
    expect(unknownIn('rate(lectern_jobs_total{job="x"}[5m]) > lectern_jobs', known)).toEqual([
      'lectern_jobs_total{job}',
      'lectern_jobs',
    ]);
  });

  it('name existing routes', () => {
    const paths = ROUTES.map(({ path }) => path);
    const patterns = alerts.flatMap(({ expr }) =>
      [...expr.matchAll(/route=~"([^"]+)"/g)].map(([, pattern = '']) => pattern),
    );
    const alternatives = patterns.flatMap((pattern) => {
      const inner = /^\/api\/\((.*)\)$/.exec(pattern)?.[1];
      return inner === undefined ? [pattern] : inner.split('|').map((rest) => `/api/${rest}`);
    });
    expect(alternatives.length).toBeGreaterThan(4);
    expect(alternatives.filter((pattern) => !paths.some((path) => new RegExp(`^(?:${pattern})$`).test(path)))).toEqual(
      [],
    );
  });

  it('have a severity, a sentence, and a chapter of the runbook, which has no others', () => {
    expect(
      alerts.filter(
        ({ labels, annotations }) => !['page', 'ticket'].includes(labels.severity) || annotations.summary === '',
      ),
    ).toEqual([]);
    expect([...read('docs/runbook.md').matchAll(/^## (.+)$/gm)].map(([, title]) => title).toSorted()).toEqual(
      names.toSorted(),
    );
  });

  it('that are wrong are found: one that never fires, one that Prometheus refuses', () => {
    const right = read('deploy/monitoring/alerts.yml');
    writeFileSync(
      join(folder, 'alerts.yml'),
      right.replace('nodejs_eventloop_lag_p99_seconds > 0.25', 'nodejs_eventloop_lag_p99_seconds > 25'),
    );
    const file = parse(read('deploy/monitoring/alerts.test.yml')) as { tests: AlertTest[] };
    const tests = file.tests.filter(({ name }) => name.startsWith('EventLoopLagHigh'));
    writeFileSync(join(folder, 'lag.test.yml'), JSON.stringify({ ...file, tests }));
    expect(check('test', 'rules', 'lag.test.yml')).toMatchObject({
      status: 1,
      said: expect.stringContaining('EventLoopLagHigh fires'),
    });
    writeFileSync(join(folder, 'alerts.yml'), right.replace('sum by (name) (', 'sum by name ('));
    expect(check('check', 'rules', 'alerts.yml').status).toBe(1);
    writeFileSync(join(folder, 'alerts.yml'), right);
  });
});

describe('the configuration of Prometheus', () => {
  it('is valid, and has every process of the composed system', () => {
    const config = parse(read('deploy/monitoring/prometheus.yml')) as {
      rule_files: string[];
      scrape_configs: { dns_sd_configs: { names: string[]; port: number }[] }[];
    };
    writeFileSync(
      join(folder, 'prometheus.yml'),
      read('deploy/monitoring/prometheus.yml').replace('/etc/prometheus/alerts.yml', 'alerts.yml'),
    );
    expect(check('check', 'config', 'prometheus.yml')).toMatchObject({ status: 0 });
    const { services } = parse(read('docker-compose.yml'), { merge: true }) as {
      services: Record<string, { environment?: Record<string, string>; profiles?: string[] }>;
    };
    const processes = Object.keys(services).filter(
      (name) => services[name]?.environment?.['REDIS_URL'] !== undefined && services[name].profiles === undefined,
    );
    expect(config.scrape_configs[0]!.dns_sd_configs[0]!.names.toSorted()).toEqual(processes.toSorted());
  });
});

describe('the dashboard', () => {
  it('uses only metrics that a process exports, and names existing alerts', async () => {
    const known = await counted();
    const asked = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    expect(asked.length).toBeGreaterThan(15);
    expect(asked.flatMap((expr) => unknownIn(expr, known))).toEqual([]);
    const named = panels.flatMap(({ description = '' }) =>
      [...description.matchAll(/Alert: (\w+)/g)].map(([, name = '']) => name),
    );
    expect(named.filter((name) => !names.includes(name))).toEqual([]);
  });

  it('is loaded by the composed Grafana', () => {
    const { services } = parse(read('docker-compose.monitoring.yml'), { merge: true }) as {
      services: { grafana: { volumes: string[] } };
    };
    expect(services.grafana.volumes).toContain(
      './deploy/monitoring/grafana/lectern.json:/etc/dashboards/lectern.json:ro',
    );
  });
});
