import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type Page,
} from '@playwright/test'

/** Until React answers, a click is lost and what is typed may be overwritten. */
const unhydrated = 'html:has(script[src*="/_next/"]):not([data-hydrated])'

/** Every action and every waiting assertion on a page of this context first waits until React answers. */
function awaitHydration(context: BrowserContext): void {
  context.on('page', (page) => {
    // A window that closes at once, such as a document's, takes no handler any more.
    page.addLocatorHandler(page.locator(unhydrated), async () => undefined).catch(() => undefined)
  })
}

/** Playwright's `test`, on pages that are hydrated before they are touched. */
export const test = base.extend({
  context: async ({ context, javaScriptEnabled }, use) => {
    if (javaScriptEnabled) awaitHydration(context)
    await use(context)
  },
})

/** A page for somebody else, with cookies of its own; close its context. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options)
  awaitHydration(context)
  return context.newPage()
}
