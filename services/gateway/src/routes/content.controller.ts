import { Controller } from '@nestjs/common';
import * as http from '@lectern/contracts/content/http';
import * as content from '@lectern/contracts/content/rpc';
import type { RouteResponse } from '@lectern/contracts/route';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { ResponseCache } from '../cache/response-cache.ts';
import { TEXTS_CACHE_MS } from '../cache/cached-for.ts';
import { type Call, Serves } from '../edge/serves.decorator.ts';
import { documentPieces } from './document-pieces.ts';
import { memberStatus } from './member-status.ts';

/** Browsers ask again each time, and get the file only when staff replaced it. */
const PUBLIC_CACHE = 'public, no-cache';
/** Shared caches keep nothing of a member's; the member's own browser asks each time. */
const MEMBERS_CACHE = 'private, no-cache';
const SECOND_MS = 1_000;

/** The association's own texts. */
@Controller()
export class ContentController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly cache: ResponseCache,
  ) {}

  @Serves(http.listBlogPosts)
  async blog() {
    return this.cache.call(content.listBlogPosts, {}, TEXTS_CACHE_MS);
  }

  @Serves(http.readBlogPost)
  async article({ params }: Call<typeof http.readBlogPost>) {
    return this.cache.call(content.readBlogPost, { slug: params.slug }, TEXTS_CACHE_MS);
  }

  @Serves(http.listTestimonials)
  async testimonials() {
    return this.cache.call(content.listTestimonials, {}, TEXTS_CACHE_MS);
  }

  @Serves(http.listDocuments)
  async documents() {
    return this.cache.call(content.listDocuments, {}, TEXTS_CACHE_MS);
  }

  @Serves(http.readDocument)
  async document(call: Call<typeof http.readDocument>): Promise<RouteResponse<typeof http.readDocument>> {
    const document = await this.rpc.call(content.readDocument, { key: call.params.key, link: linkIn(call.query) });
    const isPublic = document.access === 'public';
    return {
      contentType: 'application/pdf',
      fileName: document.fileName,
      // A member's document is downloaded: its URL expires before the tab that would show it.
      disposition: isPublic ? 'inline' : 'attachment',
      cacheControl: isPublic ? PUBLIC_CACHE : MEMBERS_CACHE,
      etag: `"${document.sha256}"`,
      bytes: document.bytes,
      pieces: documentPieces(this.rpc, document),
    };
  }

  @Serves(http.readMeetingPlaces)
  async meetingPlaces({ caller }: Call<typeof http.readMeetingPlaces>) {
    return this.rpc.call(content.readMeetingPlaces, { reader: memberStatus(caller.member) });
  }

  @Serves(http.openDocument)
  async open({ params: { key }, caller }: Call<typeof http.openDocument>) {
    const link = await this.rpc.call(content.openDocument, { key, reader: memberStatus(caller.member) });
    const path = http.readDocument.path.replace(':key', encodeURIComponent(key));
    if (link === null) return { url: path, expiresAt: null };
    const query = new URLSearchParams({ expires: String(link.expires), signature: link.signature });
    return { url: `${path}?${query.toString()}`, expiresAt: new Date(link.expires * SECOND_MS).toISOString() };
  }
}

/** The link that an address carries; what no link of ours looks like opens nothing, which is for content to say. */
const linkIn = ({ expires, signature }: Call<typeof http.readDocument>['query']): content.DocumentLink | null =>
  expires === undefined || signature === undefined
    ? null
    : { expires: /^\d{1,12}$/.test(expires) ? Number(expires) : 0, signature };
