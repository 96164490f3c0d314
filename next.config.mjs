// In plain JavaScript: a server that starts would have to load a compiler for the other (24 MB, a quarter of a second).

/** @type {import('next').NextConfig} */
const config = {
  // Each set of sources is built once and served from a folder of its own (scripts/steps/build.mjs).
  distDir: process.env.PORTICO_BUILD ?? '.next',
  poweredByHeader: false,
  reactStrictMode: true,
  // `POST /v1/portrait/?Action=…` must not answer 308.
  skipTrailingSlashRedirect: true,
  serverExternalPackages: [
    'pdfkit',
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
  ],
  // Every page and route read at start, most of them never asked for here: routes are answered at the node door.
  experimental: { preloadEntriesOnStart: false },
  typescript: { ignoreBuildErrors: true }, // `npm test` type-checks the whole tree; a build need not do it again
}

export default config
