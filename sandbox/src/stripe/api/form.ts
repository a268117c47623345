import { invalidParam, invalidRequest } from '../stripe-error.ts';

/** A decoded form: texts, lists and named parts, as deep as the brackets go. */
export type FormValue = string | FormValue[] | FormHash;
export interface FormHash {
  [key: string]: FormValue;
}

const MAX_DEPTH = 8;
const MAX_FIELDS = 5000;

interface Branch {
  [key: string]: Branch | string;
}

/**
 * Reads `a[b][0][c]=d` the way Stripe does, from a query string or a form body. `a[]=x&a[]=y` and `a[0]=x&a[1]=y` are
 * lists; any other bracket names a part.
 * @throws StripeError 400 for broken brackets, broken percent signs, or a name that is both a text and a part
 */
export const parseForm = (text: string): FormHash => {
  const root = newBranch();
  const pairs = text.split('&').filter((pair) => pair !== '');
  if (pairs.length > MAX_FIELDS) throw invalidRequest(`Too many parameters: at most ${MAX_FIELDS} are read.`);
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    place(root, name, equals === -1 ? '' : decode(pair.slice(equals + 1)));
  }
  return toHash(root);
};

const place = (root: Branch, name: string, value: string): void => {
  const path = splitName(name);
  let branch = root;
  for (const [depth, segment] of path.entries()) {
    const key = segment === '' ? String(Object.keys(branch).length) : segment;
    const there = branch[key];
    if (depth === path.length - 1) {
      if (typeof there === 'object')
        throw invalidParam(`Invalid parameter: ${name} is used both as a value and as a hash.`, name);
      branch[key] = value;
      return;
    }
    if (typeof there === 'string')
      throw invalidParam(`Invalid parameter: ${name} is used both as a value and as a hash.`, name);
    branch = there ?? (branch[key] = newBranch());
  }
};

const splitName = (name: string): string[] => {
  const head = /^[^[\]]+/.exec(name)?.[0];
  if (head === undefined) throw invalidParam(`Invalid parameter name: ${name}`, name);
  const path = [head];
  let rest = name.slice(head.length);
  while (rest !== '') {
    const part = /^\[([^[\]]*)\]/.exec(rest);
    if (part === null) throw invalidParam(`Invalid parameter name: ${name}`, name);
    path.push(part[1] ?? '');
    rest = rest.slice(part[0].length);
  }
  if (path.length > MAX_DEPTH) throw invalidParam(`Invalid parameter name: ${name} is nested too deeply.`, name);
  return path;
};

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw invalidRequest('Invalid request: the parameters are not valid UTF-8 or hold a broken percent sign.');
  }
};

/** Without a prototype, so that a parameter named `__proto__` is a parameter. */
const newBranch = (): Branch => {
  return Object.create(null) as Branch;
};

const toHash = (branch: Branch): FormHash => {
  const hash: FormHash = Object.create(null) as FormHash;
  for (const [key, value] of Object.entries(branch)) hash[key] = toValue(value);
  return hash;
};

const toValue = (node: Branch | string): FormValue => {
  if (typeof node === 'string') return node;
  const keys = Object.keys(node);
  const isList = keys.length > 0 && keys.every((key) => /^\d{1,4}$/.test(key));
  if (!isList) return toHash(node);
  return keys.sort((a, b) => Number(a) - Number(b)).map((key) => toValue(node[key] ?? ''));
};
