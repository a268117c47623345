import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Controller, Inject } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { openApiDocument } from '@lectern/contracts/openapi/document';
import type { RouteResponse } from '@lectern/contracts/route';
import * as http from '@lectern/contracts/system/openapi-http';
import { GatewayConfig } from '../config.ts';
import { Serves } from '../edge/serves.decorator.ts';

/** The file of the page in the web build (`web/scripts/api-docs.mjs`). */
const PAGE = 'pages/api-docs.html';

/** The API, described for programs and for readers. Both texts are made once, at the first request. */
@Controller()
export class ApiDocsController {
  private document: RouteResponse<typeof http.readApiDescription> | undefined;
  private page: RouteResponse<typeof http.readApiDocs> | undefined;

  constructor(@Inject(GatewayConfig) private readonly config: GatewayConfig) {}

  @Serves(http.readApiDescription)
  async description(): Promise<RouteResponse<typeof http.readApiDescription>> {
    this.document ??= openApiDocument();
    return this.document;
  }

  /** Throws `route_unknown` where no web application is served. */
  @Serves(http.readApiDocs)
  async docs(): Promise<RouteResponse<typeof http.readApiDocs>> {
    if (this.config.WEB_ROOT === undefined) throw new DomainError('route_unknown');
    this.page ??= { html: await readFile(join(this.config.WEB_ROOT, PAGE), 'utf8') };
    return this.page;
  }
}
