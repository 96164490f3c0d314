import { Session } from 'node:inspector/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { callThrough } from '@/lib/http/testing'
import { prisma } from '@/lib/platform/db'
import * as chat from './v1/chat/completions/route'
import { answer, ask, openChat } from './v1/chat/completions/testing'
import * as image from './v1/images/generations/async/route'
import { newCustomer } from './v1/testing/new-customer'
import * as video from './v1/videos/generations/route'

/** The most files that each request may run through; these numbers only fall but for a file that was divided. */
const walks = {
  '/v1/chat/completions': { most: 52, module: chat, json: ask() },
  '/v1/images/generations/async': {
    most: 35,
    module: image,
    json: { model: 'sandbox/image-1', prompt: 'A red kite' },
  },
  '/v1/videos/generations': {
    most: 34,
    module: video,
    json: { model: 'sandbox/video', prompt: 'A lighthouse at dusk' },
  },
}
const modules = Object.fromEntries(Object.entries(walks).map(([path, { module }]) => [path, module]))
const { door, reset, close } = await openChat({ modules })
const call = callThrough(door)
afterAll(close)
beforeEach(() => reset(answer))

const root = fileURLToPath(new URL('../..', import.meta.url))
const here = fileURLToPath(import.meta.url).slice(root.length)
const isCounted = (file: string) =>
  /^(app|lib)\/(?!platform\/)/.test(file) && !/\btesting\b|\.test\./.test(file)
/** Vitest reads every import by such a function of the file that exports it. */
const isExport = (source: string) => /^\(\) => \{ try \{ return \w+ \} catch \{\} \}$/.test(source)

/** The files of app and lib, lib/platform and tests apart, of which a function runs during `work`. */
async function filesRunBy(work: () => Promise<void>): Promise<string[]> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await work()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  await session.post('Debugger.enable')
  // A loop that an earlier test file of this process left running is not part of this request.
  const since = Math.max(
    ...result.filter(({ url }) => url.endsWith(here)).map(({ scriptId }) => Number(scriptId)),
  )
  const scripts = result
    .filter(({ scriptId }) => Number(scriptId) > since)
    .map((script) => ({ ...script, file: script.url.replace(`file://${root}`, '') }))
  const files: string[] = []
  for (const { file, scriptId, functions } of scripts) {
    if (!isCounted(file)) continue
    const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId })
    const ran = functions.flatMap(({ ranges }) => ranges.filter(({ count }) => count > 0))
    if (ran.some(({ startOffset, endOffset }) => !isExport(scriptSource.slice(startOffset, endOffset))))
      files.push(file)
  }
  session.disconnect()
  return files.sort()
}

describe('the files that a request runs through, once the process is warm', () => {
  it.for(Object.entries(walks))('%s', async ([path, { most, json }], { annotate }) => {
    const { key, owner } = await newCustomer('5')
    const where = { customerId: owner.customerId }
    let settled = 0
    const request = async () => {
      // A connection that is kept open may be closed while the coverage begins.
      expect(await call('POST', path, { key, json, headers: { connection: 'close' } })).toMatchObject({
        status: 200,
      })
      if (path !== '/v1/chat/completions') return
      settled += 1
      await expect.poll(() => prisma.usageRecord.count({ where })).toBe(settled)
    }
    await request()
    // What a timer runs meanwhile is not part of all.
    let files = await filesRunBy(request)
    for (let times = 1; times < 4; times += 1) {
      const again = await filesRunBy(request)
      files = files.filter((file) => again.includes(file))
    }
    await annotate([`${files.length} files`, ...files].join('\n'))
    expect(files.length).toBeLessThanOrEqual(most)
  })
})
