import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

/** What pages carry in place of the site's origin, which nobody knows when they are built (`web/src/lib/site-origin.ts`). */
const UNKNOWN_ORIGIN = 'https://site.invalid';

interface Content {
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
  readonly tag: string;
}

type Packing = 'br' | 'gzip';

/** The packing that a browser takes, the smaller first. Weights are only looked at where they refuse (`;q=0`). */
export const packingFor = (acceptEncoding: string | undefined): Packing | undefined => {
  const accepted = new Set(
    (acceptEncoding ?? '')
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
      .map((part) => part.replace(/;.*$/, '').trim()),
  );
  return accepted.has('br') ? 'br' : accepted.has('gzip') ? 'gzip' : undefined;
};

/** A text of the site's: made once, given the site's origin, packed once, and asked for by its tag from then on. */
export class WrittenText {
  private content: Promise<Content> | undefined;

  constructor(
    private readonly make: () => Promise<string>,
    private readonly type: string,
    private readonly origin: string,
  ) {}

  /** Rejects where it cannot be made; then the next one who asks tries again. */
  async ready(): Promise<void> {
    await this.made();
  }

  /** A browser that has it already is told so (304). */
  async send(request: FastifyRequest, reply: FastifyReply, status = 200): Promise<FastifyReply> {
    const { tag, ...bodies } = await this.made();
    void reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding').header('etag', tag).type(this.type);
    if (status === 200 && request.headers['if-none-match']?.split(/\s*,\s*/).includes(tag) === true) return reply.status(304).send();
    const packing = packingFor(request.headers['accept-encoding']);
    if (packing !== undefined) void reply.header('content-encoding', packing);
    return reply.status(status).send(bodies[packing ?? 'plain']);
  }

  private made(): Promise<Content> {
    this.content ??= this.pack().catch((error: unknown) => {
      // What failed once is tried again by the next request, not told forever.
      this.content = undefined;
      throw error;
    });
    return this.content;
  }

  private async pack(): Promise<Content> {
    const text = (await this.make()).replaceAll(UNKNOWN_ORIGIN, this.origin);
    const plain = Buffer.from(text);
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } };
    const [br, zipped] = await Promise.all([packBrotli(plain, quality), packGzip(plain)]);
    // Weak: the same page in three packings.
    return { plain, br, gzip: zipped, tag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"` };
  }
}

/** A text that the web build wrote. */
export class WrittenFile extends WrittenText {
  constructor(path: string, type: string, origin: string) {
    super(() => readFile(path, 'utf8'), type, origin);
  }
}
