# Every image of Lectern. Targets: `service` (gateway, services, worker and migrations: the command chooses), `site` (nginx
# with the built web application) and `sandbox` (the emulators of the providers, for trying; never for production).

# A release pins them by digest (docs/operations.md, What it is made of); Renovate writes and keeps digests here where it runs.
ARG NODE_IMAGE=node:24-bookworm-slim
ARG NGINX_IMAGE=nginx:1.28-alpine

FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
# The manifests alone: as long as no dependency changes, installing them comes from the cache.
COPY package.json package-lock.json .npmrc ./
COPY libs/contracts/package.json libs/contracts/
COPY libs/service-kit/package.json libs/service-kit/
COPY libs/test-kit/package.json libs/test-kit/
COPY services/gateway/package.json services/gateway/
COPY services/identity/package.json services/identity/
COPY services/billing/package.json services/billing/
COPY services/registrations/package.json services/registrations/
COPY services/messaging/package.json services/messaging/
COPY services/content/package.json services/content/
COPY services/operator/package.json services/operator/
COPY sandbox/package.json sandbox/
COPY web/package.json web/
COPY tools/package.json tools/
COPY tools/bench/package.json tools/bench/
COPY e2e/package.json e2e/

FROM manifests AS build
RUN --mount=type=cache,target=/root/.npm npm ci
COPY nx.json tsconfig.base.json ./
COPY libs libs
COPY services services
COPY editorial editorial
COPY sandbox sandbox
COPY tools tools
COPY web web
RUN NX_DAEMON=false NX_TUI=false npx nx run-many -t build --outputStyle=static

FROM manifests AS packages
COPY tools/build/keep-loaded-packages.mjs tools/build/
# The bundles hold what they use, but for native code. `deploy/` is no bundle, and its anonymize.ts asks Postgres.
# Receipts are set in two weights of one font, and in one of the other, whose package has 76 MB: 2 MB of both are left.
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev \
 && node tools/build/keep-loaded-packages.mjs @node-rs/argon2 pg sharp @fontsource/noto-sans @fontsource/noto-sans-sc \
 && find node_modules/@fontsource -type f ! -name LICENSE ! -name package.json \
    ! -path '*/noto-sans/files/*-[46]00-normal.woff' ! -name 'noto-sans-sc-chinese-simplified-400-normal.woff' -delete

FROM ${NODE_IMAGE} AS runtime
WORKDIR /app
# A young generation of 4 MB and one arena of malloc: measured on an idle service, 76 MB of its own instead of 109.
ENV NODE_ENV=production \
    NODE_OPTIONS="--max-semi-space-size=4" \
    MALLOC_ARENA_MAX=1
# Says that what lies below are ES modules.
RUN echo '{"type":"module"}' > package.json
# A new volume takes over this folder's owner.
RUN mkdir /data && chown node:node /data
USER node
ENTRYPOINT ["node"]

FROM runtime AS service
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/services/identity/dist services/identity/dist
COPY --from=build /app/services/billing/dist services/billing/dist
COPY --from=build /app/services/registrations/dist services/registrations/dist
COPY --from=build /app/services/messaging/dist services/messaging/dist
COPY --from=build /app/services/content/dist services/content/dist
COPY --from=build /app/services/operator/dist services/operator/dist
COPY --from=build /app/editorial/dist editorial/dist
COPY --from=build /app/services/gateway/dist services/gateway/dist
COPY --from=build /app/web/dist web/dist
COPY --from=build /app/web/dist-server web/dist-server
COPY deploy/health-check.mjs deploy/hold-mail.sql tools/src/compose/migrate.ts tools/src/admin/reset-second-factor.ts tools/src/admin/anonymize.ts deploy/
# Health and metrics answer inside the container's networks only: no port of them is published.
ENV OPS_HOST=0.0.0.0 OPS_PORT=9090 HOST=0.0.0.0 PORT=3000 WEB_ROOT=/app/web/dist
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --start-interval=1s --retries=3 \
  CMD ["node", "deploy/health-check.mjs", "http://127.0.0.1:9090/readyz"]
# The command is the process: services/<name>/dist/main.js, services/messaging/dist/worker.js or deploy/migrate.ts.

FROM runtime AS sandbox
COPY --from=build /app/sandbox/dist sandbox/dist
# Every email, to look at.
COPY --from=build /app/services/messaging/dist services/messaging/dist
COPY deploy/health-check.mjs deploy/
ENV SANDBOX_HOST=0.0.0.0 SANDBOX_PORT=3001 SANDBOX_DATA_DIR=/data \
    SANDBOX_EMAILS=/app/services/messaging/dist/email-samples.js
VOLUME /data
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --start-interval=1s --retries=3 \
  CMD ["node", "deploy/health-check.mjs", "http://127.0.0.1:3001/healthz"]
CMD ["sandbox/dist/main.js"]

FROM ${NGINX_IMAGE} AS site
COPY deploy/nginx/nginx.conf /etc/nginx/nginx.conf
COPY deploy/nginx/lectern /etc/nginx/lectern
COPY --from=build /app/web/dist/assets /srv/site/assets
COPY deploy/nginx/pages /srv/site/pages
USER nginx
EXPOSE 8080
# Not the base's entry point: there are no templates to fill in, and nothing may write to /etc.
ENTRYPOINT ["nginx", "-g", "daemon off;"]
CMD []
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --start-interval=1s --retries=3 \
  CMD ["curl", "--fail", "--silent", "--output", "/dev/null", "http://127.0.0.1:8081/livez"]
