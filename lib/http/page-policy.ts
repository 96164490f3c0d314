import type { Env } from '@/lib/platform/env'

type PolicyInput = { path: string; nonce: string; files: FileSources; development: boolean }

/** What browsers may do on a page, above all which scripts they run (docs/decisions/content-security.md). */
export function pagePolicy({ path, nonce, files, development }: PolicyInput): string {
  const scripts = development ? "'unsafe-inline' 'unsafe-eval'" : `'wasm-unsafe-eval' 'nonce-${nonce}'`
  const rules = [
    `script-src 'self' ${scripts}`,
    "default-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${files.shown}`,
    `media-src 'self' blob: ${files.shown}`,
    ['connect-src', "'self'", files.shown, ...files.uploads, ...(development ? ['ws:'] : [])].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ]
  // A liveness check may be embedded by the app that requested it.
  return [...rules, ...(path.startsWith('/h5/') ? [] : ["frame-ancestors 'self'"])].join('; ')
}

type FileSources = {
  /** The origin of the links to our own files: differs from the page's where that is not opened at PUBLIC_URL. */
  shown: string
  /** The prefixes of signed upload links, as sources of a Content-Security-Policy. */
  uploads: string[]
}

/** Where our pages fetch files from and upload them to, besides their own origin. */
export function fileSources(settings: Env): FileSources {
  const { publicUrl, S3_ENDPOINT, S3_PUBLIC_ENDPOINT, S3_BUCKET, S3_ADDRESSING } = settings
  const shown = new URL(publicUrl).origin
  const endpoint = S3_PUBLIC_ENDPOINT ?? S3_ENDPOINT
  if (endpoint === undefined || S3_BUCKET === undefined) return { shown, uploads: [] }
  const { protocol, host, pathname } = new URL(endpoint)
  const folder = pathname.replace(/\/*$/, '/')
  const byPath = `${protocol}//${host}${folder}${S3_BUCKET}/`
  // A bucket whose name is not a valid host is always addressed by path.
  const uploads = S3_ADDRESSING === 'path' ? [byPath] : [`${protocol}//${S3_BUCKET}.${host}${folder}`, byPath]
  return { shown, uploads }
}
