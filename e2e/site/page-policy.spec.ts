import { type Browser, expect, type Page, test } from '@playwright/test'
import { buy, enterDemo, openDemoLink } from '../people'

const elsewhere = 'https://elsewhere.example'

/** All ways in which text parsed as HTML could run a script. Each reports its name. */
const injected = `
  <script>ran('inline')</script>
  <img src="data:," onerror="ran('attribute')">
  <script src="${elsewhere}/script.js"></script>
  <script src="data:text/javascript,ran('data')"></script>
  <iframe srcdoc="<script>parent.ran('frame')</script>"></iframe>
  <base href="${elsewhere}/">`

type Options = { withoutPolicy?: boolean }

/** A page whose documents arrive with `injected` in them. */
async function openInjected(browser: Browser, baseURL: string | undefined, options: Options = {}) {
  const page = await browser.newPage({ ...(baseURL ? { baseURL } : {}) })
  const ran = new Set<string>()
  await page.exposeFunction('ran', (name: string) => void ran.add(name))
  await page.route(`${elsewhere}/**`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: "ran('elsewhere')" }),
  )
  await page.route('**', async (route) => {
    if (route.request().resourceType() !== 'document' || route.request().frame().parentFrame())
      return route.fallback()
    const response = await route.fetch({ maxRedirects: 0 })
    const { 'content-security-policy': policy, ...headers } = response.headers()
    const body = (await response.text()).replace(/<body[^>]*>/, (whole) => `${whole}${injected}`)
    const kept = policy === undefined || options.withoutPolicy ? {} : { 'content-security-policy': policy }
    await route.fulfill({ response, headers: { ...headers, ...kept }, body })
  })
  return { page, ran }
}

/** Injects more after rendering: HTML that is parsed later, and text that is run as code. */
async function injectLater(page: Page): Promise<void> {
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = "ran('later')"
    const drawn = document.createElement('div')
    drawn.innerHTML = `<a href="javascript:ran('link')">a</a><button onclick="ran('click')">b</button>`
    document.body.append(script, drawn)
    for (const element of drawn.querySelectorAll<HTMLElement>('a, button')) element.click()
    setTimeout("ran('text')", 0)
  })
  // Everything that is allowed to run has run once a later request has finished.
  await page.evaluate(() => fetch(new URL('/api/health', location.origin)).then((answer) => answer.text()))
}

const pages = {
  'a public page': '/',
  'the guide': '/docs',
  'signing in': '/sign-in',
  'the console': '/console/playground',
  'an operator’s page': '/console/admin',
  'a page on a phone': '/h5/verified',
  'an unknown page': '/no-such-page',
  'an unknown model': '/models/nobody/nothing',
  'an unknown page of the console': '/console/no-such-page',
  'an unknown check': '/h5/liveness/nothing',
}

for (const [name, path] of Object.entries(pages)) {
  test(`an injected script does not run: ${name}`, async ({ browser, baseURL }) => {
    const { page, ran } = await openInjected(browser, baseURL)
    await enterDemo(page, path)
    await expect(page.locator('h1').first()).toBeVisible()
    await injectLater(page)
    expect([...ran]).toEqual([])
    expect(await page.evaluate(() => document.baseURI.startsWith(location.origin))).toBe(true)
    await page.close()
  })
}

test('an injected script does not run: the sandbox’s payment page', async ({ browser, baseURL }) => {
  const { page, ran } = await openInjected(browser, baseURL)
  await enterDemo(page, '/console/billing')
  const { checkout_url } = await buy(page, 1)
  await page.goto(checkout_url)
  await expect(page.locator('h1')).toBeVisible()
  await injectLater(page)
  expect([...ran]).toEqual([])
  await page.close()
})

test('without the policy, injected scripts run', async ({ browser, baseURL }) => {
  const { page, ran } = await openInjected(browser, baseURL, { withoutPolicy: true })
  await page.goto('/pricing')
  await injectLater(page)
  await expect
    .poll(() => [...ran].sort())
    .toEqual(['attribute', 'click', 'data', 'elsewhere', 'frame', 'inline', 'later', 'link', 'text'])
  await page.close()
})

for (const [name, path] of Object.entries({ ...pages, 'an API address': '/providers' })) {
  test(`the policy is strict, and its nonce is new for every response: ${name}`, async ({ request }) => {
    await openDemoLink(request)
    const headers = { accept: 'text/html,application/xhtml+xml' }
    const policies = [0, 1].map(
      async () => (await request.get(path, { headers })).headers()['content-security-policy'],
    )
    const [one = '', other = ''] = await Promise.all(policies)
    const [scripts = '', ...rest] = one.split('; ')
    expect(scripts).toMatch(/^script-src 'self' 'wasm-unsafe-eval' 'nonce-[\w+/]+=*'$/)
    expect(rest).toEqual(
      expect.arrayContaining(["default-src 'self'", "object-src 'none'", "base-uri 'none'"]),
    )
    expect(rest).toContain("form-action 'self'")
    const nonceOf = (policy: string) => /'nonce-([^']+)'/.exec(policy)?.[1]
    expect(nonceOf(one)).toBeTruthy()
    expect(nonceOf(other)).not.toBe(nonceOf(one))
  })
}
