import { Controller } from '@nestjs/common';
import * as http from '@lectern/contracts/content/http';
import * as content from '@lectern/contracts/content/rpc';
import type { CurrentUser } from '@lectern/contracts/identity/model';
import type { RouteResponse } from '@lectern/contracts/route';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { type Call, Serves, TheCall } from '../edge/serves.decorator.ts';
import { memberReader } from './member-reader.ts';

/** Browsers ask again after five minutes, and get the same file only when it has changed. */
const PUBLIC_CACHE = 'public, max-age=300';
/** Shared caches keep nothing of a member's; the member's own browser asks each time. */
const MEMBERS_CACHE = 'private, no-cache';

/** The association's own texts. */
@Controller()
export class ContentController {
  constructor(private readonly rpc: RpcClient) {}

  @Serves(http.listBlogPosts)
  async blog(): Promise<RouteResponse<typeof http.listBlogPosts>> {
    return this.rpc.call(content.listBlogPosts, {});
  }

  @Serves(http.readBlogPost)
  async article(@TheCall() { params }: Call<typeof http.readBlogPost>): Promise<RouteResponse<typeof http.readBlogPost>> {
    return this.rpc.call(content.readBlogPost, { slug: params.slug });
  }

  @Serves(http.listTestimonials)
  async testimonials(): Promise<RouteResponse<typeof http.listTestimonials>> {
    return this.rpc.call(content.listTestimonials, {});
  }

  @Serves(http.listDocuments)
  async documents(): Promise<RouteResponse<typeof http.listDocuments>> {
    return this.rpc.call(content.listDocuments, {});
  }

  @Serves(http.readDocument)
  async document(@TheCall() call: Call<typeof http.readDocument>): Promise<RouteResponse<typeof http.readDocument>> {
    const document = await this.rpc.call(content.readDocument, {
      key: call.params.key,
      reader: readerOf(call.caller?.member),
      heldSha256: heldHash(call.header('if-none-match')),
    });
    // The same address answers differently with and without a token.
    call.setHeader('vary', 'authorization');
    return {
      contentType: 'application/pdf',
      fileName: document.fileName,
      disposition: 'inline',
      cacheControl: document.access === 'public' ? PUBLIC_CACHE : MEMBERS_CACHE,
      etag: `"${document.sha256}"`,
      bytes: document.contentBase64 === null ? null : Buffer.from(document.contentBase64, 'base64'),
    };
  }
}

const readerOf = (member: CurrentUser | undefined): content.DocumentReader => (member === undefined ? 'visitor' : memberReader(member));

/** The hash in `If-None-Match`; a proxy that packs answers may have made the tag a weak one. */
const heldHash = (header: string | undefined): string | null => /"([0-9a-f]{64})"/.exec(header ?? '')?.[1] ?? null;
