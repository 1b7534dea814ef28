# syntax=docker/dockerfile:1
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund
RUN npm run pack && mv dist/ticketgate.cdx.json .
# Containers use a PostgreSQL beside them, not the embedded one, and nobody compiles or debugs in them.
RUN npm prune --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund
RUN find node_modules packages -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.md' \) ! -iname 'licen[cs]e*' -delete
RUN rm -rf packages/*/src packages/*/dist/.tsbuildinfo

# The libraries that Node.js needs: no shell, no package manager, no compiler.
FROM gcr.io/distroless/cc-debian12
LABEL org.opencontainers.image.title="Ticketgate" \
      org.opencontainers.image.description="Serves the web-service definitions of OTOBO, Znuny and OTRS" \
      org.opencontainers.image.licenses="Apache-2.0"
ENV NODE_ENV=production \
    TICKETGATE_CONFIG=/app/config/gateway.yml,/app/config/container.yml
WORKDIR /app
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /app/package.json ./
COPY --from=build /app/ticketgate.cdx.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/packages ./packages
COPY --from=build /app/config ./config
USER nonroot:nonroot
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["/usr/local/bin/node", "-e", "fetch('http://127.0.0.1:8080/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/usr/local/bin/node", "/app/packages/ticketgate/bin/ticketgate.js"]
# It migrates the database first, behind a lock that all containers share.
CMD ["serve"]
