import { urlOf } from '@lectern/contracts/url';

/**
 * The content model of a campaign's email, in Markdown or HTML: blocks, and pieces of text with their formats. An email can contain
 * nothing that this model does not express.
 */
export type Format =
  | { readonly kind: 'strong' | 'em' | 'del' | 'code' | 'sub' | 'sup' }
  /** `url` satisfies {@link isLinkAddress}. */
  | { readonly kind: 'link'; readonly url: string };

/** The formats are in the order in which they were opened. The text is not escaped. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string; readonly formats: readonly Format[] }
  | { readonly kind: 'break'; readonly formats: readonly Format[] }
  /** `url` is https. */
  | {
      readonly kind: 'image';
      readonly url: string;
      readonly alt: string;
      readonly width: number | null;
      readonly formats: readonly Format[];
    };

export interface Leaf {
  readonly kind: 'leaf';
  /** `bare`: text in a group without a paragraph of its own. */
  readonly tag: 'p' | 'h1' | 'h2' | 'h3' | 'pre' | 'bare';
  readonly pieces: Piece[];
}

export interface Group {
  readonly kind: 'group';
  readonly tag: 'email' | 'blockquote' | 'ul' | 'ol' | 'li' | 'table' | 'tr' | 'td' | 'th';
  /** The first number of a numbered list, unless it is 1. */
  readonly start?: number;
  readonly blocks: Block[];
}

export type Block = Leaf | Group | { readonly kind: 'rule' };

const LINK_ADDRESS = /^(?:https?:\/\/[^\s/]|mailto:[^\s@]+@)/i;
const LINK_MAX = 2_000;

/** URLs that an email may link to: http(s) and mailto. */
export const isLinkAddress = (url: string): boolean =>
  LINK_ADDRESS.test(url) && url.length <= LINK_MAX && urlOf(url) !== null;

export const isPictureAddress = (url: string): boolean =>
  /^https:\/\/[^\s/]/i.test(url) && url.length <= LINK_MAX && urlOf(url) !== null;

/** The leaves of a block, in document order. */
export const leavesOf = function* (block: Block): Generator<Leaf> {
  if (block.kind === 'leaf') yield block;
  if (block.kind === 'group') for (const inner of block.blocks) yield* leavesOf(inner);
};
