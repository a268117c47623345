/** A weakness that is known and left for now. */
export interface AuditException {
  /** `GHSA-…` */
  readonly advisory: string;
  readonly because: string;
  /** The last day on which it is left: `2026-12-31`. */
  readonly until: string;
}

export type AuditVerdict =
  | { readonly is: 'clean'; readonly left: readonly string[] }
  | { readonly is: 'weak'; readonly findings: readonly string[] }
  | { readonly is: 'unknown'; readonly because: string };

const SEVERE: ReadonlySet<unknown> = new Set(['high', 'critical']);

interface Advisory {
  readonly name: string;
  readonly title: string;
  readonly url: string;
  readonly severity: string;
  readonly range: string;
}

/**
 * What `npm audit --json` says: `weak` where it names a high or critical weakness that is not left on purpose, today or for long enough;
 * `unknown` where it could not ask, or says what is not understood. Never `clean` for want of an answer.
 */
export const judgeAudit = (output: string, exceptions: readonly AuditException[], today: string): AuditVerdict => {
  const report = parsed(output);
  if (report === null) return { is: 'unknown', because: 'npm gave no answer that can be read' };
  const counts = field(field(report, 'metadata'), 'vulnerabilities');
  const severe = [field(counts, 'high'), field(counts, 'critical')];
  if (!severe.every((count) => typeof count === 'number')) {
    const said = field(report, 'message') ?? field(field(report, 'error'), 'summary');
    return {
      is: 'unknown',
      because: typeof said === 'string' && said !== '' ? said : 'npm does not say how many weaknesses there are',
    };
  }
  const advisories = advisoriesIn(field(report, 'vulnerabilities'));
  // Counted and not named: what is not understood is not passed over.
  if (advisories.length === 0 && severe.some((count) => count !== 0))
    return { is: 'unknown', because: 'npm counts weaknesses and names none' };
  const judged = advisories.map((advisory) => ({
    advisory,
    exception: exceptions.find((each) => advisory.url.endsWith(`/${each.advisory}`)),
  }));
  const findings = judged.flatMap(({ advisory: { name, range, severity, title, url }, exception }) => {
    if (exception !== undefined && exception.until >= today) return [];
    const wasLeft = exception === undefined ? '' : ` (left until ${exception.until}: ${exception.because})`;
    return [`${name} ${range}: ${severity}, ${title} ${url}${wasLeft}`];
  });
  if (findings.length > 0) return { is: 'weak', findings };
  return {
    is: 'clean',
    left: judged.flatMap(({ advisory, exception }) =>
      exception === undefined ? [] : [`${advisory.name}: ${exception.advisory}, until ${exception.until}`],
    ),
  };
};

const parsed = (output: string): unknown => {
  try {
    return JSON.parse(output);
  } catch {
    return null;
  }
};

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** A package is weak by advisories of its own, or by packages that it needs, which stand there themselves. */
const advisoriesIn = (vulnerabilities: unknown): Advisory[] => {
  if (typeof vulnerabilities !== 'object' || vulnerabilities === null) return [];
  const advisories = Object.values(vulnerabilities).flatMap((weak) => {
    const via = field(weak, 'via');
    return (Array.isArray(via) ? (via as unknown[]) : []).filter((each): each is Advisory =>
      SEVERE.has(field(each, 'severity')),
    );
  });
  return [...new Map(advisories.map((advisory) => [`${advisory.name} ${advisory.url}`, advisory])).values()];
};
