import type { Env } from '@/lib/platform/env'

type PolicyInput = { path: string; nonce: string; files: FileSources; development: boolean }

/** The Content-Security-Policy of a page (docs/build/decisions/content-security.md). */
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
  // The app that requested a liveness check may embed it.
  return [...rules, ...(path.startsWith('/h5/') ? [] : ["frame-ancestors 'self'"])].join('; ')
}

type FileSources = {
  /** The origin of links to stored files: not the page's own if that is not opened at PUBLIC_URL. */
  shown: string
  /** The prefixes of signed upload links, as sources of a Content-Security-Policy. */
  uploads: string[]
}

/** Where pages load files from and upload them to, besides their own origin. */
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
