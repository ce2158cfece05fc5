# The site for production; docs/deployment.md says how to run it. glibc is needed, so no Alpine.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-fund --no-audit
COPY . .
RUN NODE_ENV=production node_modules/.bin/node node_modules/vite/bin/vite.js build --app

FROM debian:bookworm-slim
# Decoding pictures uses `unshare` of util-linux where the container may; TLS brings its authorities along.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/* \
  && useradd --uid 10001 --home-dir /data --shell /usr/sbin/nologin socal-local && mkdir /data && chown socal-local /data
WORKDIR /app
COPY --from=build --chown=root:root /app /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER socal-local
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node_modules/.bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node_modules/.bin/node", "--max-semi-space-size=16", "--max-old-space-size=384", "--no-allocation-site-pretenuring", "server/site/main.ts"]
