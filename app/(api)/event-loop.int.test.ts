import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { apiRoutes } from '@/app/(api)/routes'
import { loadCatalog } from '@/lib/catalog/models/read-snapshot'
import { nodeDoorOf } from '@/lib/http/testing'
import { longestTurnMillis } from '@/lib/platform/testing/longest-turn'
import { tokenVocabulary } from '@/lib/platform/tokens'
import { newCustomer } from './v1/testing/new-customer'

/** 50 ms of the event loop up to 4 MB, 300 ms at the largest body; machines of CI are slow. */
const SLOW = 4
const SIZES = [
  { bytes: 4_000_000, mostMillis: 50 * SLOW },
  { bytes: 33_500_000, mostMillis: 300 * SLOW },
]

/** Values that cost most for their bytes. */
const hostile: Readonly<Record<string, (bytes: number) => string>> = {
  words: (bytes) => `"${fill('lorem ipsum ', bytes)}"`,
  quotes: (bytes) => `"${fill('\\"', bytes)}"`,
  halves: (bytes) => `"${fill('\\ud800', bytes)}"`,
  lineFeeds: (bytes) => `${fill('\n', bytes)}1`,
  numbers: (bytes) => listOf('1', bytes, 490_000),
  texts: (bytes) => listOf(`"${fill('a b ', 60)}"`, bytes, 490_000),
  objects: (bytes) => listOf('{}', bytes, 240_000),
  messages: (bytes) => listOf('{"role":"user","content":"hi"}', bytes, 19_000),
  parts: (bytes) => `[{"role":"user","content":${listOf('{"type":"text","text":"hi"}', bytes, 19_000)}}]`,
  tools: (bytes) => listOf('{"type":"function","function":{"name":"a"}}', bytes, 14_000),
  members: (bytes) => `{${listOf('"a":0', bytes, 400_000).slice(1, -1)}}`,
  nested: (bytes) => `${fill('[', bytes / 2)}${fill(']', bytes / 2)}`,
}

const COMMON = ['words', 'numbers', 'members']
const LARGE = ['quotes', 'numbers', 'lineFeeds']

const fill = (unit: string, bytes: number) => unit.repeat(Math.floor(bytes / unit.length))
const listOf = (item: string, bytes: number, most: number) =>
  `[${Array.from({ length: Math.min(most, Math.floor(bytes / (item.length + 1))) }, () => item).join(',')}]`

/** In a thread of its own: only what the server does is counted. */
const client = new Worker(
  `const { parentPort } = require('node:worker_threads')
  const { request } = require('node:http')
  parentPort.on('message', ({ url, options, body }) => {
    const sent = request(url, options, (answer) => {
      answer.resume().on('end', () => parentPort.postMessage(answer.statusCode))
    })
    sent.on('error', () => parentPort.postMessage(0)) // refused before it was read
    sent.end(body)
  })`,
  { eval: true },
)

function send(url: string, method: string, key: string, text: string): Promise<number> {
  const body = new TextEncoder().encode(text)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  client.postMessage({ url, options: { method, headers }, body }, [body.buffer])
  return new Promise((resolve) => client.once('message', (status) => resolve(z.number().parse(status))))
}

const Fields = z.record(z.string(), z.unknown())
/** Where most of a request is. */
const MAIN = ['messages', 'input', 'prompt', 'documents']

/** All that take a body of JSON, with an example of it. */
const endpoints = Object.entries(apiRoutes).flatMap(([path, module]) =>
  (['POST', 'PUT', 'PATCH'] as const).flatMap((method) => {
    const { example, maxBodyBytes = 1_000_000 } = module[method]?.route.declaration ?? {}
    return example ? [{ path, method, example: Fields.parse(example), maxBodyBytes }] : []
  }),
)

let server: Awaited<ReturnType<typeof nodeDoorOf>>
beforeAll(async () => {
  await loadCatalog()
  tokenVocabulary()
  server = await nodeDoorOf(apiRoutes)
})
afterAll(async () => {
  server.close()
  await client.terminate()
})

describe.each(endpoints)('$method $path', ({ path, method, example, maxBodyBytes }) => {
  it('leaves others their turn, whatever its body has', { timeout: 300_000 }, async () => {
    const url = `${server.origin}${path.replace(/\[[^\]]+\]/g, 'x')}`
    const names = Object.keys(example)
    const name = names.find((one) => MAIN.includes(one)) ?? names.at(-1) ?? 'a'
    for (const { bytes, mostMillis } of SIZES) {
      if (bytes > maxBodyBytes && bytes > 4_000_000) continue
      const customer = await newCustomer()
      const key = await customer.keyWith({ scopes: ['inference', 'account:read', 'account:write'] })
      const isCommon = maxBodyBytes <= 1_000_000 // read in the same way by most endpoints
      const kinds = isCommon ? COMMON : bytes > 4_000_000 ? LARGE : Object.keys(hostile)
      const size = Math.min(bytes, maxBodyBytes - 2000)
      for (const kind of kinds) {
        const rest = JSON.stringify({ ...example, [name]: undefined }).slice(1)
        const text = `{"${name}":${hostile[kind]?.(size - rest.length)}${rest === '}' ? '' : ','}${rest}`
        const once = () =>
          longestTurnMillis(async () => {
            expect(await send(url, method, key, text), `${kind} as ${name}`).toBeLessThan(500)
          })
        let longest = await once()
        // Once more: a machine may be busy with something else of its own.
        if (longest > mostMillis) longest = Math.min(longest, await once())
        expect(longest, `${kind} as ${name}, ${size} bytes`).toBeLessThan(mostMillis)
      }
    }
  })
})
