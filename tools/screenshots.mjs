// `npm run screenshots`: the pictures of the README, docs/images/NAME-light.webp and NAME-dark.webp, taken from the running product
// after it has served requests on the sandbox's models. `npm run screenshots -- FOLDER PATH …` takes those pages instead.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { root } from '../scripts/steps/command.mjs'
import { note } from '../scripts/steps/output.mjs'
import { onStop } from '../scripts/steps/stop.mjs'
import { findChromium } from '../scripts/testing/find-chromium.mjs'
import { startPortico } from '../scripts/testing/start-portico.mjs'
import { runTool } from './run-tool.mjs'

const viewport = { width: 1280, height: 800 }
const quality = 82

const questions = [
  'Explain vector clocks in three sentences.',
  'Write a haiku about the sea at night.',
  'Which index helps `WHERE status = $1 ORDER BY created_at`?',
  'Translate “good morning” into five languages.',
  'Summarize the plot of Hamlet for a child.',
]
const pictures = [
  ['A lighthouse at dusk, waves below, oil on canvas', '1536x1024'],
  ['Portrait of a fox in a tweed coat, soft window light', '1024x1024'],
  ['An alpine village in the first snow, seen from above', '1536x1024'],
  ['A bowl of lemons on blue linen, morning light', '1024x1024'],
  ['A glass greenhouse full of ferns, film photograph', '1024x1536'],
  ['A night market in the rain, neon reflections', '1536x1024'],
]

async function post(url, key, path, body) {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
}

/** Sixty chat completions and six pictures. */
async function useProduct(url, key) {
  for (let round = 0; round < 6; round += 1)
    for (const content of questions)
      for (const model of ['sandbox/chat', 'sandbox/chat-pro'])
        await post(url, key, '/v1/chat/completions', { model, messages: [{ role: 'user', content }] })
  for (const [prompt, size] of pictures)
    await post(url, key, '/v1/images/generations', { model: 'sandbox/image-1', prompt, size })
}

async function askInPlayground(page) {
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(questions[2])
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.locator('[data-metric="Cost"]').last().waitFor()
}

const readmePages = [
  { name: 'console', path: '/console', prepare: (page) => page.locator('.recharts-area').first().waitFor() },
  { name: 'playground', path: '/console/playground', prepare: askInPlayground },
  { name: 'studio', path: '/console/images' },
]
const pageAt = (path) => ({ name: path.slice(1).replaceAll('/', '-') || 'home', path })

async function capture(page, file) {
  await page.evaluate(() => document.fonts.ready)
  await page.waitForLoadState('networkidle')
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality })
  writeFileSync(file, Buffer.from(data, 'base64'))
  note(file)
}

async function takeAll({ url, signInUrl, folder, pages }) {
  mkdirSync(folder, { recursive: true })
  const { executablePath, env, args } = await findChromium(root)
  const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env }, args })
  onStop(() => browser.close())
  for (const colorScheme of ['light', 'dark']) {
    const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.goto(signInUrl)
    for (const { name, path, prepare } of pages) {
      await page.goto(url + path)
      await page.waitForLoadState('networkidle')
      await prepare?.(page)
      await capture(page, join(folder, `${name}-${colorScheme}.webp`))
    }
  }
}

await runTool(async () => {
  const [folder = join(root, 'docs', 'images'), ...paths] = process.argv.slice(2)
  const portico = await startPortico(root, { logFile: join(root, '.cache', 'screenshots.log') })
  onStop(portico.stop)
  const demo = JSON.parse(readFileSync(join(portico.dataDir, 'demo.json'), 'utf8'))
  await useProduct(portico.url, demo.api_key)
  const pages = paths.length ? paths.map(pageAt) : readmePages
  await takeAll({ url: portico.url, signInUrl: demo.sign_in_url, folder, pages })
})
