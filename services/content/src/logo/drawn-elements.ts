/** The parts of an element that the count needs. */
interface Drawn {
  readonly children: Drawn[];
  /** The ids of the elements that are drawn wherever it is. */
  readonly references: readonly string[];
}

/** Elements and references within one another: more than any editor nests. */
const DEPTH_MAX = 200;

const idsIn = (text: string): string[] => [
  ...[...text.matchAll(/\bhref\s*=\s*["']\s*#([^"']*)["']/g)].map(([, id = '']) => id.trim()),
  ...[...text.matchAll(/\burl\(\s*(?:["']|&quot;|&apos;)?#([^()"'&]*)/g)].map(([, id = '']) => id.trim()),
];

/**
 * The number of elements that are drawn once every reference within the file is followed, or `most` + 1 where it is larger: a few lines
 * that use one another can be millions of elements. References in a style sheet count for every element.
 */
export const drawnElements = (text: string, most: number): number => {
  const shown = text.replace(/<!--.*?(?:-->|$)/gs, '');
  const everywhere = [...shown.matchAll(/<(?:[\w.-]+:)?style\b[^<>]*>([^<]*)/g)].flatMap(([, css = '']) => idsIn(css));
  const byId = new Map<string, Drawn>();
  const root: Drawn = { children: [], references: [] };
  const open: Drawn[] = [root];
  let elements = 0;
  for (const [tag] of shown.matchAll(/<\/?[A-Za-z_][^<>]*>/g)) {
    if (tag.startsWith('</')) {
      if (open.length > 1) open.pop();
      continue;
    }
    elements += 1;
    if (elements > most || open.length > DEPTH_MAX) return most + 1;
    const element: Drawn = { children: [], references: [...idsIn(tag), ...everywhere] };
    open.at(-1)!.children.push(element);
    const id = /\sid\s*=\s*["']([^"']*)["']/.exec(tag)?.[1]?.trim();
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
    if (!tag.endsWith('/>')) open.push(element);
  }
  const counts = new Map<Drawn, number>();
  const countOf = (element: Drawn, depth: number): number => {
    if (depth > DEPTH_MAX) return most + 1;
    const known = counts.get(element);
    if (known !== undefined) return known;
    // A circle of references is drawn by nobody.
    counts.set(element, 0);
    let count = 1;
    for (const child of element.children) count = Math.min(most + 1, count + countOf(child, depth + 1));
    for (const id of element.references) {
      const target = byId.get(id);
      if (target !== undefined) count = Math.min(most + 1, count + countOf(target, depth + 1));
    }
    counts.set(element, count);
    return count;
  };
  return countOf(root, 0);
};
