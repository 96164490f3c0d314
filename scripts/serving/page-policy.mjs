// What browsers may do with our pages, above all which scripts they run (docs/decisions/content-security.md).
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const inlineScripts = /<script\b(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g

/** Scripts inside the pages that the build has drawn: no request could give them a nonce. The theme's own is one. */
export function hashesOfBuild(folder) {
  const { routes } = JSON.parse(readFileSync(join(folder, 'prerender-manifest.json'), 'utf8'))
  const scripts = Object.keys(routes)
    .filter((path) => routes[path].dataRoute !== null) // the others are files, such as icons
    .map((path) => join(folder, 'server', 'app', `${path === '/' ? 'index' : path}.html`))
    .flatMap((file) => Array.from(readFileSync(file, 'utf8').matchAll(inlineScripts), ([, text]) => text))
  return [...new Set(scripts)].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}

/**
 * Gives every answer of Next the policy of a page, and Next the nonce for the scripts that it draws into it. To be called
 * before Next sees the request. `hashes` is undefined in development, when React compiles what it shows of errors.
 */
export function pagePolicy({ hashes, files }) {
  const isDevelopment = hashes === undefined
  const rules = [
    "default-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${files.shown}`,
    `media-src 'self' blob: ${files.shown}`,
    ['connect-src', "'self'", files.shown, ...files.uploads, ...(isDevelopment ? ['ws:'] : [])].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
  const scripts = isDevelopment
    ? "'unsafe-inline' 'unsafe-eval'"
    : ["'wasm-unsafe-eval'", ...hashes].join(' ')
  return (request, response) => {
    if (request.url.startsWith('/_next/')) return // scripts, styles and fonts: nobody looks at them as a page
    const nonce = isDevelopment ? '' : ` 'nonce-${randomBytes(16).toString('base64')}'`
    // A check of liveness may be shown in a page of the app that asked for it.
    const frames = request.url.startsWith('/h5/') ? '' : "; frame-ancestors 'self'"
    const policy = `script-src 'self' ${scripts}${nonce}; ${rules}${frames}`
    request.headers['content-security-policy'] = policy // where Next looks for the nonce
    response.setHeader('content-security-policy', policy)
  }
}
