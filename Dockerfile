# syntax=docker/dockerfile:1
# Senca in a container, for amd64 and arm64: everything embedded, data in /data. docs/start/container.md says how it is used.

# What is built is the same for every processor, so it is built on the one that builds.
FROM --platform=$BUILDPLATFORM node:24-slim AS build
WORKDIR /opt/senca
COPY . .
RUN npm ci --include=dev --no-audit --no-fund
RUN npm run build

# What the server needs when it runs, for the processor that it runs on: its PostgreSQL is among it.
FROM node:24-slim AS packages
WORKDIR /opt/senca
COPY package.json package-lock.json ./
COPY packages/contract/package.json packages/contract/
COPY apps/server/package.json apps/server/
COPY apps/simulator/package.json apps/simulator/
COPY apps/matter/package.json apps/matter/
COPY apps/web/package.json apps/web/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
RUN npm ci --omit=dev --workspace apps/server --workspace apps/matter --no-audit --no-fund

FROM node:24-slim
WORKDIR /opt/senca
COPY --from=packages /opt/senca/node_modules node_modules
COPY --from=packages /opt/senca/apps/server/node_modules apps/server/node_modules
COPY --from=packages /opt/senca/package.json package.json
COPY --from=build /opt/senca/apps/server/package.json apps/server/package.json
COPY --from=build /opt/senca/apps/server/migrations apps/server/migrations
COPY --from=build /opt/senca/apps/server/dist apps/server/dist
COPY --from=build /opt/senca/apps/matter/package.json apps/matter/package.json
COPY --from=build /opt/senca/apps/matter/dist apps/matter/dist
COPY --from=build /opt/senca/apps/web/dist apps/web/dist
RUN install -d -o node -g node -m 700 /data

ENV NODE_ENV=production
ENV DATA_DIR=/data
ENV HOST=0.0.0.0
ENV DEMO=off
USER node
VOLUME /data
EXPOSE 8080 1883
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8080}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--enable-source-maps", "apps/server/dist/main.js"]
