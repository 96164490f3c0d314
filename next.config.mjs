// In plain JavaScript: a server that starts would have to load a compiler for the other (24 MB, a quarter of a second).

/** Of every page, besides its policy (proxy.tsx): shown in no frame of others, types as they are told. */
const pageHeaders = [
  { key: 'x-frame-options', value: 'SAMEORIGIN' },
  { key: 'x-content-type-options', value: 'nosniff' },
  { key: 'referrer-policy', value: 'strict-origin-when-cross-origin' },
]

/** Pages whose address is a secret: it goes to nobody else, and stays in no cache. */
const secretHeaders = [
  { key: 'referrer-policy', value: 'no-referrer' },
  { key: 'cache-control', value: 'no-store' },
  { key: 'x-robots-tag', value: 'noindex' },
]

/** What the node door says for itself (lib/http/route-table.ts). */
const keyHeaders = [
  { key: 'access-control-allow-origin', value: '*' },
  { key: 'access-control-allow-methods', value: 'GET, POST, OPTIONS' },
  { key: 'access-control-allow-headers', value: 'authorization, *' },
]

/**
 * Our own server answers the API from a bundle of its own, and builds Next with `ROUTE_HANDLERS=none`: pages are `.tsx`, route
 * handlers `.ts`. Without it, `next build && next start` serves both.
 */
const pageExtensions = process.env.ROUTE_HANDLERS === 'none' ? ['tsx'] : ['tsx', 'ts']

/** @type {(phase: string) => import('next').NextConfig} */
const configOf = (phase) => ({
  pageExtensions,
  distDir: process.env.NEXT_DIST_DIR || '.next', // for tests that build beside what is served
  poweredByHeader: false,
  // Else Next takes the outermost folder with a lockfile for the root, where this one lies inside of another project.
  turbopack: { root: import.meta.dirname },
  reactStrictMode: true,
  // `POST /v1/portrait/?Action=…` must not answer 308.
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
  // Every page read at start, most of them never asked for here. Minified, the server's code takes 4 to 10 % more of the
  // processor for a request, and its stack traces say little. Nothing that serves reads maps, which would be half of the build;
  // its cache is 300 MB.
  experimental: {
    preloadEntriesOnStart: false,
    turbopackMinify: { server: false },
    turbopackSourceMaps: phase === 'phase-development-server',
    turbopackFileSystemCacheForBuild: false,
  },
  headers: async () => [
    // A check of liveness may be shown in a page of the app that asked for it.
    { source: '/((?!v1/|media/|api/storage/|h5/).*)', headers: pageHeaders },
    { source: '/reset-password/:token', headers: secretHeaders },
    { source: '/confirm-email/:token', headers: secretHeaders },
    { source: '/v1/:path*', headers: keyHeaders },
  ],
  typescript: { ignoreBuildErrors: true }, // `npm test` type-checks the whole tree; a build need not do it again
})

export default configOf
