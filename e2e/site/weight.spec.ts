import { expect } from '@playwright/test'
import { enterDemo } from '../people'
import { test } from '../test'

/**
 * Kilobytes of script, compressed, in the document of a page: what it loads before it is interactive. Limits only fall.
 */
const limitOf = (path: string) => (path.startsWith('/console') ? 197 : 155)

const pages = [
  ...['', '/playground', '/images', '/videos', '/audio', '/portraits', '/keys', '/usage', '/billing'],
  ...['/webhooks', '/settings', '/rankings', '/admin', '/admin/providers', '/admin/models'],
  ...['/admin/models/discover', '/admin/customers', '/admin/benchmarks', '/admin/queue', '/admin/ledger'],
  ...['/admin/price-groups', '/admin/statements'],
  ...['/admin/audit', '/admin/settings'],
].map((path) => `/console${path}`)

const publicPages = ['/', '/models', '/docs', '/explore/providers', '/explore/rankings', '/pricing']

test('no page loads more script than its limit', async ({ page }) => {
  await enterDemo(page)
  const weights: Record<string, number> = {}
  for (const path of [...pages, ...publicPages]) {
    const html = await (await page.request.get(path)).text()
    const tags = html.match(/<script[^>]* src="[^"]+"[^>]*>/g) ?? []
    const modern = tags.filter((tag) => !/ nomodule/i.test(tag))
    const scripts = modern.flatMap((tag) => / src="([^"]+)"/.exec(tag)?.[1] ?? [])
    expect(scripts, path).not.toHaveLength(0)
    const sizes = await Promise.all([...new Set(scripts)].map((src) => transferred(new URL(src, page.url()))))
    weights[path] = Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1024)
  }
  const tooHeavy = Object.entries(weights).filter(([path, weight]) => weight > limitOf(path))
  expect(tooHeavy, JSON.stringify(weights, null, 1)).toEqual([])
})

/** The compressed size. Playwright hides it; `fetch` decompresses too, but keeps the header. */
async function transferred(url: URL): Promise<number> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'br' } })
  expect(response.headers.get('content-encoding'), url.pathname).toBe('br')
  await response.body?.cancel()
  return Number(response.headers.get('content-length'))
}
