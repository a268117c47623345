import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

interface Content {
  readonly plain: Buffer;
  readonly tag: string;
}

type Packing = 'br' | 'gzip';

/** The compression that a browser accepts, the smaller first. Weights count only where they refuse (`;q=0`). */
export const compressionFor = (acceptEncoding: string | undefined): Packing | undefined => {
  const accepted = new Set(
    (acceptEncoding ?? '')
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
      .map((part) => part.replace(/;.*$/, '').trim()),
  );
  return accepted.has('br') ? 'br' : accepted.has('gzip') ? 'gzip' : undefined;
};

/** A text for many requests: made once, compressed once for each encoding, and revalidated by its ETag. */
export class SharedText {
  private content: Promise<Content> | undefined;
  private readonly packed = new Map<Packing, Promise<Buffer>>();

  constructor(
    private readonly make: () => Promise<string>,
    private readonly type: string,
  ) {}

  /** Rejects where it cannot be made; the next request then tries again. */
  async ready(): Promise<void> {
    await this.made();
  }

  async send(request: FastifyRequest, reply: FastifyReply, status = 200): Promise<FastifyReply> {
    return reply.send(await this.prepare(request, reply, status));
  }

  /** Sets the headers of a reply, and answers the body; nothing, with status 304, to a browser that has it already. */
  async prepare(request: FastifyRequest, reply: FastifyReply, status = 200): Promise<Buffer | undefined> {
    const { tag, plain } = await this.made();
    void reply
      .status(status)
      .headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag: tag, 'content-type': this.type });
    if (status === 200 && request.headers['if-none-match']?.split(',').some((held) => held.trim() === tag) === true) {
      void reply.status(304);
      return undefined;
    }
    const packing = compressionFor(request.headers['accept-encoding']);
    if (packing === undefined) return plain;
    void reply.header('content-encoding', packing);
    return this.in(packing, plain);
  }

  private made(): Promise<Content> {
    this.content ??= this.tagged().catch((error: unknown) => {
      // After a failure the next request tries again.
      this.content = undefined;
      throw error;
    });
    return this.content;
  }

  private async tagged(): Promise<Content> {
    const plain = Buffer.from(await this.make());
    // Weak: the same text in three encodings.
    return { plain, tag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"` };
  }

  private in(packing: Packing, plain: Buffer): Promise<Buffer> {
    const known = this.packed.get(packing);
    if (known !== undefined) return known;
    const quality = {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    };
    const packed = packing === 'br' ? packBrotli(plain, quality) : packGzip(plain);
    this.packed.set(packing, packed);
    return packed;
  }
}

/** Fills in what is unknown when the site is built (`branding/branding.ts`). */
export type FillIn = (text: string) => string;

/** A text of the site's pages. */
export class WrittenText extends SharedText {
  constructor(make: () => Promise<string>, type: string, fillIn: FillIn) {
    super(async () => fillIn(await make()), type);
  }
}

/** A text that the web build wrote. */
export class WrittenFile extends WrittenText {
  constructor(path: string, type: string, fillIn: FillIn) {
    super(() => readFile(path, 'utf8'), type, fillIn);
  }
}
