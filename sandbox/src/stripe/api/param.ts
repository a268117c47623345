import { invalidParam } from '../stripe-error.ts';
import type { FormValue } from './form.ts';

/**
 * How one parameter is read. `name` is its full name in the request, as `line_items[0][price]`, and appears in errors.
 * Every reader throws a StripeError 400 in Stripe's words for what it cannot read.
 */
export type Param<T> = (value: FormValue | undefined, name: string) => T;

export type ParamsOf<Shape> = { [Key in keyof Shape]: Shape[Key] extends Param<infer T> ? T : never };
export type Shape = Record<string, Param<unknown>>;

export const missing = (name: string): never => {
  throw invalidParam(`Missing required param: ${name}.`, name, 'parameter_missing');
};

/** Wraps a reader so that an absent parameter reads as undefined. */
export const optional = <T>(param: Param<T>): Param<T | undefined> => {
  return (value, name) => (value === undefined ? undefined : param(value, name));
};

/** An optional parameter that an empty value unsets: reads as null then. */
export const unsettable = <T>(param: Param<T>): Param<T | null | undefined> => {
  return (value, name) => (value === '' ? null : value === undefined ? undefined : param(value, name));
};

export const text = (maxLength = 5000): Param<string> => {
  return (value, name) => {
    if (value === undefined) return missing(name);
    if (typeof value !== 'string') throw invalidParam(`Invalid string: ${JSON.stringify(value)}`, name);
    if (value === '') {
      throw invalidParam(
        `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset. You should remove '${name}' from your request or supply a non-empty value.`,
        name,
        'parameter_invalid_empty',
      );
    }
    if (value.length > maxLength) {
      throw invalidParam(
        `Invalid string: ${value.slice(0, 20)}...; must be at most ${maxLength} characters`,
        name,
        'parameter_invalid_string',
      );
    }
    return value;
  };
};

/** Whole numbers from `min` to `max`; amounts are cents, times unix seconds. */
export const integer = (min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER): Param<number> => {
  return (value, name) => {
    const raw = text()(value, name);
    if (!/^[+-]?\d{1,15}$/.test(raw)) throw invalidParam(`Invalid integer: ${raw}`, name, 'parameter_invalid_integer');
    const number = Number(raw);
    if (number < min) {
      const kind =
        min === 1
          ? 'Invalid positive integer'
          : min === 0
            ? 'Invalid non-negative integer'
            : `This value must be greater than or equal to ${min}.`;
      throw invalidParam(kind, name, 'parameter_invalid_integer');
    }
    if (number > max)
      throw invalidParam(`This value must be less than or equal to ${max}.`, name, 'parameter_invalid_integer');
    return number;
  };
};

/** A decimal such as a percentage, greater than zero and at most `max`. */
export const positiveDecimal = (max: number): Param<number> => {
  return (value, name) => {
    const raw = text()(value, name);
    const number = Number(raw);
    if (!/^\d{1,6}(\.\d{1,4})?$/.test(raw)) throw invalidParam(`Invalid decimal: ${raw}`, name);
    if (number <= 0 || number > max)
      throw invalidParam(`Invalid decimal: ${raw}; must be greater than 0 and at most ${max}`, name);
    return number;
  };
};

export const boolean = (): Param<boolean> => {
  return (value, name) => {
    const raw = text()(value, name);
    if (raw !== 'true' && raw !== 'false') throw invalidParam(`Invalid boolean: ${raw}`, name);
    return raw === 'true';
  };
};

export const oneOf = <const Values extends readonly string[]>(values: Values): Param<Values[number]> => {
  return (value, name) => {
    const raw = text()(value, name);
    if (values.includes(raw)) return raw;
    const last = values.at(-1) ?? '';
    const list =
      values.length === 1 ? last : `${values.slice(0, -1).join(', ')}${values.length > 2 ? ',' : ''} or ${last}`;
    throw invalidParam(`Invalid ${name}: must be ${values.length === 1 ? '' : 'one of '}${list}`, name);
  };
};

export const list = <T>(element: Param<T>, max = 100): Param<T[]> => {
  return (value, name) => {
    if (value === undefined) return missing(name);
    if (!Array.isArray(value)) throw invalidParam('Invalid array', name);
    if (value.length > max) throw invalidParam(`Array ${name} exceeded maximum ${max} allowed elements.`, name);
    return value.map((each, index) => element(each, `${name}[${index}]`));
  };
};

/** Named parts; any other part is refused as unknown. */
export const hash = <S extends Shape>(shape: S): Param<ParamsOf<S>> => {
  return (value, name) => {
    if (value === undefined) return missing(name);
    if (typeof value !== 'object' || Array.isArray(value)) throw invalidParam('Invalid object', name);
    return readShape(shape, value, (key) => `${name}[${key}]`);
  };
};

/** A parameter that Stripe takes and the emulator leaves without effect, since it only changes how Stripe's page looks. */
export const withoutEffect = (): Param<undefined> => {
  return () => undefined;
};

/** A parameter that Stripe has and the emulator does not act on: refused, since passing it over would be a lie. */
export const notSimulated = (): Param<undefined> => {
  return (value, name) => {
    if (value === undefined || value === 'false') return undefined;
    throw invalidParam(`The sandbox does not simulate '${name}'.`, name, 'not_simulated');
  };
};

/** Texts by key; null stands for a key to delete. Limits: Stripe API reference, "Metadata". */
export type MetadataChange = Record<string, string | null>;

export const metadata = (): Param<MetadataChange> => {
  return (value, name) => {
    if (value === undefined || value === '') return {};
    if (typeof value !== 'object') throw invalidParam('Invalid object', name);
    const entries = Object.entries(value);
    if (entries.length > 50) throw invalidParam('Metadata can have at most 50 keys.', name);
    return Object.fromEntries(entries.map(([key, each]) => [key, metadataValue(key, each, name)]));
  };
};

const metadataValue = (key: string, value: FormValue, name: string): string | null => {
  if (typeof value !== 'string')
    throw invalidParam('Metadata values must be strings, but you passed in a hash.', `${name}[${key}]`);
  if (key.length > 40)
    throw invalidParam(
      `Metadata keys must be 40 characters or less, but "${key}" is ${key.length} characters long.`,
      name,
    );
  if (value.length > 500) {
    throw invalidParam(
      `Metadata values can have up to 500 characters, but you passed in a value that is ${value.length} characters. Invalid value: ${value.slice(0, 60)}...`,
      `${name}[${key}]`,
    );
  }
  return value === '' ? null : value;
};

/** `created=…` or `created[gte]=…`: bounds in unix seconds. */
export interface Range {
  gt?: number;
  gte?: number;
  lt?: number;
  lte?: number;
}

export const range = (): Param<Range> => {
  const bounds = hash({
    gt: optional(integer()),
    gte: optional(integer()),
    lt: optional(integer()),
    lte: optional(integer()),
  });
  return (value, name) => {
    if (typeof value === 'string') {
      const exactly = integer()(value, name);
      return { gte: exactly, lte: exactly };
    }
    return bounds(value, name);
  };
};

export const isWithin = (range: Range | undefined, value: number): boolean => {
  if (range === undefined) return true;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range;
  return value > gt && value >= gte && value < lt && value <= lte;
};

/** Reads every parameter of `shape` out of `values` and refuses those that the shape does not name. */
export const readShape = <S extends Shape>(
  shape: S,
  values: Record<string, FormValue>,
  nameOf: (key: string) => string = (key) => key,
): ParamsOf<S> => {
  for (const key of Object.keys(values)) {
    if (!Object.hasOwn(shape, key))
      throw invalidParam(`Received unknown parameter: ${nameOf(key)}`, nameOf(key), 'parameter_unknown');
  }
  return Object.fromEntries(
    Object.entries(shape).map(([key, param]) => [key, param(values[key], nameOf(key))]),
  ) as ParamsOf<S>;
};

/** The metadata that results from a change: keys are merged, null deletes. */
export const mergeMetadata = (
  before: Record<string, string>,
  change: MetadataChange | undefined,
): Record<string, string> => {
  const merged = Object.entries({ ...before, ...change }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  return Object.fromEntries(merged);
};
