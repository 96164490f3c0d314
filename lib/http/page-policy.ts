import type { FileSources } from '@/lib/platform/storage/file-sources'

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
  // A liveness check may be embedded by the app that asked for it.
  return [...rules, ...(path.startsWith('/h5/') ? [] : ["frame-ancestors 'self'"])].join('; ')
}
