// Plain JavaScript, because TypeScript would need a compiler at every start (24 MB, a quarter of a second).

/** Headers of every page, besides its policy (proxy.tsx). */
const pageHeaders = [
  { key: 'x-frame-options', value: 'SAMEORIGIN' },
  { key: 'x-content-type-options', value: 'nosniff' },
  { key: 'referrer-policy', value: 'strict-origin-when-cross-origin' },
]

/** Pages with a secret in their address, which must not be sent as a referrer or cached. */
const secretHeaders = [
  { key: 'referrer-policy', value: 'no-referrer' },
  { key: 'cache-control', value: 'no-store' },
  { key: 'x-robots-tag', value: 'noindex' },
]

/** What the node door sets by itself (lib/http/routes.ts). */
const keyHeaders = [
  { key: 'access-control-allow-origin', value: '*' },
  { key: 'access-control-allow-methods', value: 'GET, POST, OPTIONS' },
  { key: 'access-control-allow-headers', value: 'authorization, *' },
]

/**
 * Our server answers the API from its own bundle, and builds Next with `ROUTE_HANDLERS=none`: pages are `.tsx`, route handlers `.ts`.
 * Without it, `next build && next start` serves both.
 */
const pageExtensions = process.env.ROUTE_HANDLERS === 'none' ? ['tsx'] : ['tsx', 'ts']

/** @type {(phase: string) => import('next').NextConfig} */
const configOf = (phase) => ({
  pageExtensions,
  distDir: process.env.NEXT_DIST_DIR || '.next', // for tests that build beside a running server
  poweredByHeader: false,
  // Otherwise Next takes the outermost folder with a lockfile as the root, if this one is inside another project.
  turbopack: { root: import.meta.dirname },
  reactStrictMode: true,
  // `POST /v1/portrait/?Action=…` must not be redirected.
  skipTrailingSlashRedirect: true,
  serverExternalPackages: [
    'stripe',
    'pg',
    'pg-boss',
    '@node-rs/argon2',
    'pino',
    'ioredis',
    'undici',
    'gpt-tokenizer',
    'fontkit',
    '@aws-sdk/s3-request-presigner',
    'prom-client',
    '@opentelemetry/api',
    '@opentelemetry/core',
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/exporter-trace-otlp-proto',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-trace',
  ],
  // Pages load when first requested, not at start. Minified server code takes 4 to 10 % more CPU per request and has poor stack traces.
  // Nothing reads source maps, which would be half of the build. The file system cache is 300 MB.
  experimental: {
    preloadEntriesOnStart: false,
    // Pages hold what a session is and may, and load the rest from the API: going back within half a minute needs no request.
    staleTimes: { dynamic: 30, static: 30 },
    turbopackMinify: { server: false },
    turbopackSourceMaps: phase === 'phase-development-server',
    turbopackFileSystemCacheForBuild: false,
  },
  headers: async () => [
    // A liveness check may be embedded in the app that requested it.
    { source: '/((?!v1/|media/|api/storage/|h5/).*)', headers: pageHeaders },
    { source: '/reset-password/:token', headers: secretHeaders },
    { source: '/confirm-email/:token', headers: secretHeaders },
    { source: '/v1/:path*', headers: keyHeaders },
  ],
  typescript: { ignoreBuildErrors: true }, // `npm test` checks types
})

export default configOf
