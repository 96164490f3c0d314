import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import { answerWith } from '../../lib/upstream/testing/answer-with'
import { startFaultUpstream } from '../../lib/upstream/testing/fault-upstream'
import { openPortico } from '../open-portico'
import { openPage, test } from '../test'
import { expectSound } from './expect-sound'
import { enterDemo } from './people'

const answer = {
  id: 'up-1',
  object: 'chat.completion',
  created: 1,
  model: 'large',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi there' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1200, completion_tokens: 340, total_tokens: 1540 },
}
const pricing = { prompt: '0.000001', completion: '0.000002' }

/** Three providers of one model, of which the first two fail, and one of a model that may step in. */
async function openRoutes() {
  const folder = mkdtempSync(join(tmpdir(), 'portico-attempts-'))
  const [down, busy, good] = await Promise.all([
    startFaultUpstream(),
    startFaultUpstream(),
    startFaultUpstream(),
  ])
  down.answer(answerWith.json(503, { error: { message: 'down' } }))
  busy.answer(answerWith.json(429, { error: { message: 'later' } }))
  good.answer(answerWith.json(200, answer))
  const large = { id: 'acme/large', name: 'Acme Large', modality: 'chat', upstream_id: 'large', pricing }
  const longId = 'acme/an-older-model-with-a-rather-long-name-2026-11-22'
  const older = { ...large, id: longId, name: 'Acme Older' }
  const providers = [
    { id: 'north', name: 'North', base_url: down.baseUrl, models: [large, older] },
    { id: 'a-provider-with-a-long-name', name: 'Long', base_url: busy.baseUrl, models: [large] },
    { id: 'south', name: 'South', base_url: good.baseUrl, models: [large] },
  ]
  const file = join(folder, 'providers.json')
  writeFileSync(file, JSON.stringify(providers.map((one) => ({ adapter: 'openai-compatible', ...one }))))
  const portico = await openPortico('attempts', { PROVIDERS_FILE: file })
  const ask = async (body: object) => {
    const messages = [{ role: 'user', content: 'Hello' }]
    const response = await portico.post('/v1/chat/completions', { messages, ...body })
    const id = response.headers.get('x-request-id') ?? ''
    const isRecorded = async () => (await portico.get(`/api-account/user/usage/recent/${id}`)).ok
    await expect.poll(isRecorded).toBe(true)
    return { status: response.status, id }
  }
  return {
    url: portico.url(),
    dataDir: portico.dataDir,
    ask,
    longId,
    close: async () => {
      await portico.close()
      await Promise.all([down.stop(), busy.stop(), good.stop()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Routes = Awaited<ReturnType<typeof openRoutes>>

async function openRequests(browser: Browser, { url, dataDir }: Routes, width: number): Promise<Page> {
  const page = await openPage(browser, { baseURL: url, viewport: { width, height: 900 } })
  await enterDemo(page, '/console/usage', dataDir)
  return page
}

test('a request with failed tries shows who was asked, in order, how each try went and how long it took', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const routes = await openRoutes()
  try {
    const ignore = ['south']
    const mended = await routes.ask({ model: 'acme/large' })
    const failed = await routes.ask({ model: routes.longId, models: ['acme/large'], provider: { ignore } })
    expect([mended.status, failed.status]).toEqual([200, 429])
    for (const width of [1280, 390]) {
      const page = await openRequests(browser, routes, width)
      const details = page.getByRole('dialog')
      const attempts = details.getByRole('table', { name: 'Attempts' })
      const time = /\d+ ms|\d+(\.\d+)? s/

      await page.getByRole('button', { name: 'Acme Large' }).last().click()
      await expect(attempts.getByRole('row')).toHaveCount(4)
      const [, first, second, last] = await attempts.getByRole('row').all()
      await expect(first ?? attempts).toContainText(/1\s*north.*upstream_error.*Status 503/s)
      await expect(second ?? attempts).toContainText(
        /2\s*a-provider-with-a-long-name.*rate_limit_exceeded.*Status 429/s,
      )
      await expect(last ?? attempts).toContainText(/3\s*south.*Answered/s)
      for (const row of [first, second, last]) await expect(row ?? attempts).toContainText(time)
      await expect(details).toContainText('2 tries failed before south answered.')
      await expectSound(page)

      await page.goto(`/console/usage?request=${failed.id}`)
      await expect(attempts.getByRole('row')).toHaveCount(4)
      await expect(attempts).toContainText(routes.longId)
      await expect(details).toContainText('None of 3 tries was answered.')
      await expectSound(page)
      await page.context().close()
    }
  } finally {
    await routes.close()
  }
})
