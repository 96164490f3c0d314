import { expect } from '@playwright/test'
import { expectAccessible } from '../gateway/expect-sound'
import { enterDemo } from '../people'
import { readDemo } from '../read-demo'
import { test } from '../test'

const comparison = '/models?compare=sandbox%2Fchat&compare=sandbox%2Fchat-pro&view=compare'
const pages = [
  '/models',
  comparison,
  '/models/sandbox/chat',
  '/models/sandbox/image-1',
  '/models/sandbox/video',
  '/explore/providers',
  '/explore/providers/sandbox',
  '/explore/providers/openai',
  '/explore/rankings',
  '/pricing',
  '/docs',
  '/docs/errors',
  '/docs/reference/models',
]
test('public pages load little script', async ({ page }) => {
  for (const path of pages) {
    await page.goto('about:blank') // what the page before still loads does not count
    const sizes: Promise<number>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script')
        sizes.push(
          response
            .request()
            .sizes()
            .then(({ responseBodySize }) => responseBodySize),
        )
    })
    await page.goto(path, { waitUntil: 'load' })
    const kilobytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000
    page.removeAllListeners('response')
    expect(kilobytes, path).toBeLessThan(250)
  }
})

test('models are searched, filtered and sorted, and the address says how', async ({ page }) => {
  await page.goto('/models')
  const models = page.getByRole('list', { name: 'Models' }).getByRole('listitem')
  const all = await models.count()
  await page.getByRole('radio', { name: /^Chat/ }).check({ force: true })
  await expect(page).toHaveURL('/models?modality=chat')
  await expect(models.getByText('Sandbox Image 1', { exact: true })).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price: low to high')
  await page.getByRole('searchbox', { name: 'Search models' }).fill('sandbox chat')
  await expect(page).toHaveURL('/models?q=sandbox+chat&sort=price&modality=chat')
  await expect(models.getByRole('link')).toHaveText(['Sandbox Chat', 'Sandbox Chat Pro'])
  await page.getByRole('checkbox', { name: 'Image input' }).check()
  await expect(page.getByText('No matching models')).toBeVisible()
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/models')
  await expect(models).toHaveCount(all)
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await expect(page.getByRole('checkbox', { name: 'Image input' })).not.toBeChecked()
})

test('selected models are compared side by side', async ({ page }) => {
  await page.goto('/models?q=chat')
  await page.getByRole('checkbox', { name: 'Compare Sandbox Chat', exact: true }).check()
  await expect(page.getByRole('button', { name: 'Compare' })).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Compare Sandbox Chat Pro' }).check()
  await page.getByRole('searchbox').fill('image')
  await expect(page).toHaveURL(/q=image/)
  await page.getByRole('button', { name: 'Compare' }).click()
  const table = page.getByRole('table', { name: 'Comparison' })
  await expect(table.getByRole('columnheader')).toHaveCount(3)
  await expect(table.getByRole('row', { name: /^Input/ })).toContainText('$0.15, best')
  await page.getByRole('link', { name: 'Remove Sandbox Chat Pro' }).click()
  await expect(page.getByText('Select two to four models')).toBeVisible()
  await page.getByRole('link', { name: 'Back to models' }).click()
  await expect(page.getByRole('searchbox')).toHaveValue('image')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('models are filtered and compared by sending the form', async ({ page }) => {
    await page.goto('/models')
    await page.getByRole('searchbox').fill('chat')
    await page.getByRole('button', { name: 'Apply' }).click()
    const models = page.getByRole('list', { name: 'Models' }).getByRole('listitem')
    await expect(models.getByRole('link').first()).toContainText('Chat')
    await expect(models.getByText('Sandbox Image 1', { exact: true })).toHaveCount(0)
    await page.getByRole('checkbox', { name: 'Compare Sandbox Chat', exact: true }).check()
    await page.getByRole('checkbox', { name: 'Compare Sandbox Chat Pro' }).check()
    await page.getByRole('button', { name: 'Compare selected' }).click()
    await expect(page.getByRole('table', { name: 'Comparison' })).toBeVisible()
  })
})

test('figures have time windows with their own addresses', async ({ page }) => {
  await page.goto('/explore/providers')
  await page.getByRole('table').getByRole('link', { name: 'Sandbox' }).click()
  await page.getByRole('link', { name: '7d' }).click()
  await expect(page).toHaveURL('/explore/providers/sandbox?window=7d')
  await expect(page.getByRole('link', { name: '7d' })).toHaveAttribute('aria-current', 'true')
  await expect(page.getByText('in the last 7 days')).toBeVisible()
  await page.goto('/explore/rankings')
  await page.getByRole('link', { name: '90d' }).click()
  await expect(page).toHaveURL('/explore/rankings?window=90d')
  await expect(page.getByRole('link', { name: '90d' })).toHaveAttribute('aria-current', 'true')
})

test('arrow keys select the points of a chart, which are announced', async ({ page, request }) => {
  await request.post('/v1/chat/completions', {
    headers: { authorization: `Bearer ${readDemo().api_key}` },
    data: { model: 'sandbox/chat', messages: [{ role: 'user', content: 'Hello' }] },
  })
  const chart = page.getByRole('figure', { name: 'Requests, last 24 hours' })
  await expect(async () => {
    await page.goto('/explore/providers/sandbox')
    await expect(chart).toBeVisible({ timeout: 1000 })
  }).toPass()
  await chart.scrollIntoViewIfNeeded() // it renders once it is in view
  await chart.getByRole('application').focus()
  await page.keyboard.press('ArrowRight')
  const described = chart.locator('[aria-live]')
  await expect(described).toHaveText(/: \d+\.$/)
  const before = await described.textContent()
  await page.keyboard.press('ArrowRight')
  await expect(described).not.toHaveText(before ?? '')
  await expectAccessible(page)
  await page.getByRole('radio', { name: 'Table' }).click()
  await expect(page.getByRole('table', { name: 'Requests, last 24 hours' })).toBeVisible()
})

test('a model’s page shows how to call it and links to the playground', async ({ page, baseURL }) => {
  await page.goto('/models/sandbox/chat')
  await page.getByRole('tab', { name: 'Python' }).click()
  await expect(page.getByRole('tabpanel')).toContainText(`base_url="${baseURL}/v1"`)
  await expect(page.getByRole('link', { name: 'Try it' })).toHaveAttribute(
    'href',
    '/console/playground?model=sandbox%2Fchat',
  )
  expect((await page.goto('/models/nobody/nothing'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
})

test('on a phone, the site is navigated by its menu', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/pricing')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Docs' }).click()
  await page.waitForURL('**/docs')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.locator('summary').click()
  await page.getByRole('navigation', { name: 'Guide' }).getByRole('link', { name: 'Idempotency' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Idempotency')
})

test('search engines find every page at one address', async ({ page, request, baseURL }) => {
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`)
  const sitemap = await (await request.get('/sitemap.xml')).text()
  for (const path of ['/models', '/models/sandbox/chat', '/explore/providers/sandbox', '/docs'])
    expect(sitemap).toContain(`<loc>${baseURL}${path}</loc>`)
  await page.goto('/models?modality=chat&sort=price')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}/models`)
  const picture = await page.locator('meta[property="og:image"]').getAttribute('content')
  expect((await request.get(picture ?? '')).headers()['content-type']).toBe('image/png')
})

test('on a phone, the console is navigated by its menu, and keys are cards', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enterDemo(page)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'API keys' }).click()
  await page.waitForURL('**/console/keys')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('list', { name: 'API keys' }).getByRole('listitem').first()).toBeVisible()
  await expect(page.getByRole('table')).toBeHidden()
})

test('the chosen theme is kept', async ({ page }) => {
  await enterDemo(page, '/console/settings')
  await page.getByRole('radio', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('no link on the landing page is broken', async ({ page, request }) => {
  await page.goto('/')
  const addresses = await page
    .locator('a[href]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  for (const address of new Set(addresses)) {
    expect((await request.get(address ?? '')).status(), `${address}`).toBe(200)
  }
})
