import { expect, type Page } from '@playwright/test'
import { enterDemo } from '../people'
import { test } from '../test'

/**
 * Kilobytes (1,024 bytes) of script over the wire, headers included, within `WATCHED_MILLIS` of opening a page: also what a page loads after it is
 * interactive. Limits only fall.
 */
const LIMIT = 200
/** Pages with a chart in view when they are opened: Recharts weighs 90 kB. */
const heavier: Readonly<Record<string, number>> = {
  '/console': 279,
  '/console/usage': 285,
  '/console/admin': 284,
  '/console/rankings': 264,
  '/explore/rankings': 244,
}
const WATCHED_MILLIS = 2500

const pages = [
  ...['', '/playground', '/images', '/videos', '/audio', '/portraits', '/connect', '/keys', '/usage'],
  '/billing',
  ...['/webhooks', '/organization', '/organization/members', '/organization/projects', '/organization/audit'],
  ...['/organization/provisioning', '/settings', '/rankings', '/admin', '/admin/providers', '/admin/models'],
  ...['/admin/models/discover', '/admin/customers', '/admin/benchmarks', '/admin/queue', '/admin/ledger'],
  ...['/admin/price-groups', '/admin/statements', '/admin/audit', '/admin/settings'],
].map((path) => `/console${path}`)

const publicPages = ['/', '/models', '/docs', '/explore/providers', '/explore/rankings', '/pricing']

test('no page loads more script than its limit', async ({ page, context }) => {
  test.slow() // half of the usual time is spent watching
  await enterDemo(page)
  const weights: Record<string, number> = {}
  for (const path of [...pages, ...publicPages]) weights[path] = await weigh(page, path)
  await context.clearCookies()
  for (const path of ['/sign-in', '/sign-up']) weights[path] = await weigh(page, path)
  expect(Object.values(weights)).not.toContain(0)
  const tooHeavy = Object.entries(weights).filter(([path, weight]) => weight > (heavier[path] ?? LIMIT))
  expect(tooHeavy, JSON.stringify(weights, null, 1)).toEqual([])
})

async function weigh(page: Page, path: string): Promise<number> {
  await page.goto('about:blank') // what the page before still loads does not count
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.setCacheDisabled', { cacheDisabled: true })
  const scripts = new Set<string>()
  let bytes = 0
  // By the address too: what is preloaded has another type.
  client.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script' || /\.js(\?|$)/.test(response.url)) scripts.add(requestId)
  })
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await page.goto(path)
  await page.waitForTimeout(WATCHED_MILLIS)
  await client.detach()
  return Math.round(bytes / 1024)
}
