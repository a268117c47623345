import { Controller } from '@nestjs/common';
import * as http from '@lectern/contracts/content/logo-http';
import { LOGO_BYTES_MAX } from '@lectern/contracts/content/logo-model';
import * as content from '@lectern/contracts/content/logo-rpc';
import type { RouteResponse } from '@lectern/contracts/route';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { actingIn } from '../edge/acting-admin.ts';
import { type Call, Serves } from '../edge/serves.decorator.ts';
import { uploadedPieces } from './uploaded-pieces.ts';

/** A file of at most this size is one request to content. */
const LIMITS = { bytesMax: LOGO_BYTES_MAX, pieceBytes: LOGO_BYTES_MAX };
/** A logo never changes under its id. */
const CACHE = 'public, max-age=31536000, immutable';

/** The logos of the association, which content stores. */
@Controller()
export class LogoController {
  constructor(private readonly rpc: RpcClient) {}

  @Serves(http.uploadLogo)
  async upload(call: Call<typeof http.uploadLogo>) {
    const pieces: Buffer[] = [];
    for await (const piece of uploadedPieces(call.body, LIMITS)) pieces.push(piece);
    const contentBase64 = Buffer.concat(pieces).toString('base64');
    return this.rpc.call(content.storeLogo, { contentBase64, by: actingIn(call) });
  }

  @Serves(http.readLogo)
  async read({ params }: Call<typeof http.readLogo>): Promise<RouteResponse<typeof http.readLogo>> {
    const { contentBase64 } = await this.rpc.call(content.readLogo, params);
    return {
      contentType: 'image/png',
      fileName: 'logo.png',
      disposition: 'inline',
      cacheControl: CACHE,
      etag: `"${params.id}"`,
      bytes: Buffer.from(contentBase64, 'base64'),
    };
  }
}
