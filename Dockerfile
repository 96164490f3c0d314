# docker build --tag portico .
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run bundle -- /portico \
  && npm sbom --sbom-format cyclonedx --omit dev > /portico/sbom.cdx.json

# The files are owned by root. Run it with `--read-only`, a volume at /data and a tmpfs at /tmp.
FROM node:24-bookworm-slim
RUN install --directory --owner node --group node /data
COPY --from=build /portico /portico
WORKDIR /portico
ENV DATA_DIR=/data PORT=3000
VOLUME /data
EXPOSE 3000
USER 1000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Migrates, then serves. If several share a database, run `scripts/migrate.mjs` once, then `server/serve.mjs`.
CMD ["node", "scripts/start.mjs", "--no-env-file"]
