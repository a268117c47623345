import { clientTypes, typeErrors } from './client-types.ts';

/**
 * Compiles only where a client of `was` can use `now`: every operation and every field of its answers is there, with a type that
 * fits; every request that was accepted is accepted, with every field that could be sent.
 */
const COMPARISON = `
import type { components as NowComponents, operations as Now } from './now.ts';
import type { components as WasComponents, operations as Was } from './was.ts';

type Success = 200 | 201 | 202 | 303;
type Answers<O> = { [K in keyof O]: O[K] extends { responses: infer R } ? Pick<R, keyof R & Success> : never };
type Requests<O> = { [K in keyof O]: Pick<O[K], keyof O[K] & ('parameters' | 'requestBody')> };
type Kept<O> = Pick<O, keyof O & keyof Was>;
/** The names alone: a request with a name that is not known is refused. */
type Fields<T> = [T] extends [never]
  ? {}
  : T extends readonly (infer E)[]
    ? Fields<E>[]
    : T extends object
      ? { [K in keyof T]-?: Fields<NonNullable<T[K]>> }
      : 'value';

declare const answers: Answers<Now>;
export const areReadable: Answers<Was> = answers;
declare const errors: NowComponents['schemas']['ErrorBody'];
export const errorsAreReadable: WasComponents['schemas']['ErrorBody'] = errors;
declare const requests: Requests<Was>;
export const areAccepted: Requests<Kept<Now>> = requests;
declare const fields: Fields<Requests<Kept<Now>>>;
export const areKnown: Fields<Requests<Pick<Was, keyof Was & keyof Now>>> = fields;
`;

type Operations = Record<string, Record<string, { operationId?: string }>>;

/** Names each operation by its method and path, by which clients call it. */
const byRoute = (document: object): object => {
  const copy = structuredClone(document) as { paths: Operations };
  for (const [path, methods] of Object.entries(copy.paths))
    for (const [method, operation] of Object.entries(methods)) operation.operationId = `${method} ${path}`;
  return copy;
};

/** Why clients of the document `was` could break on `now`; empty where they cannot. Limits and patterns of values are not compared. */
export const breakingChanges = async (was: object, now: object): Promise<string[]> =>
  typeErrors({
    'was.ts': await clientTypes(byRoute(was)),
    'now.ts': await clientTypes(byRoute(now)),
    'comparison.ts': COMPARISON,
  });
