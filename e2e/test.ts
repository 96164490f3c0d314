import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'

/** Until React answers, a click is lost and what is typed may be overwritten. */
const unhydrated = 'html:has(script[src*="/_next/"]):not([data-hydrated])'

/** Every action and every waiting assertion on a page of this context first waits until React answers. */
function awaitHydration(context: BrowserContext): void {
  context.on('page', (page) => {
    // A window that closes at once, such as a document's, accepts no handler any more.
    page.addLocatorHandler(page.locator(unhydrated), async () => undefined).catch(() => undefined)
  })
}

/** What pages of the test at hand did that their own policy forbids. */
const forbidden: string[] = []

const isForbidden = 'forbidden by the policy:'

async function watchPolicy(context: BrowserContext): Promise<void> {
  context.on('console', (message) => {
    if (message.text().startsWith(isForbidden)) forbidden.push(`${message.page()?.url()}: ${message.text()}`)
  })
  // The browser's own messages leave out what fails with an error that the page catches, such as compiling code.
  await context.addInitScript((words) => {
    addEventListener('securitypolicyviolation', (event) => {
      console.debug(words, event.violatedDirective, event.blockedURI, event.sourceFile, event.sample)
    })
  }, isForbidden)
}

/** Playwright's `test`, on pages that are hydrated before they are touched, and that keep to their policy throughout. */
export const test = base.extend<{ keepsToPolicy: undefined }>({
  context: async ({ context, javaScriptEnabled }, use) => {
    if (javaScriptEnabled) awaitHydration(context)
    await watchPolicy(context)
    await use(context)
  },
  keepsToPolicy: [
    async ({ browserName: _ }, use) => {
      forbidden.length = 0
      await use(undefined)
      expect(forbidden, 'what the pages’ own policy forbids').toEqual([])
    },
    { auto: true },
  ],
})

/** For what is shown for a moment only: no timer that the page starts from here on ends before `page.clock.resume()`. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000) // not in the past, even if this takes a while
}

/** A page for another person, with cookies of its own; close its context. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options)
  awaitHydration(context)
  await watchPolicy(context)
  return context.newPage()
}
