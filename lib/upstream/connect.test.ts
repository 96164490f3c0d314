import { afterAll, afterEach, expect, it } from 'vitest'
import { poolOf } from './adapters/openai-compatible/transport'
import { guardOrigins } from './connect'
import { answerWith } from './testing/answer-with'
import { startFaultUpstream } from './testing/fault-upstream'

const upstream = await startFaultUpstream()
upstream.answer(answerWith.json(200, {}))
const { origin, port } = new URL(upstream.baseUrl)
const byName = `http://localhost:${port}`

afterEach(() => guardOrigins(new Map()))
afterAll(() => upstream.stop())

/** Whether a new connection to the origin is allowed; the pool's other connections are closed. */
async function isOpen(at: string): Promise<boolean> {
  const asked = poolOf(at).request({ method: 'GET', path: '/', reset: true })
  return asked.then(
    ({ body }) => body.dump().then(() => true),
    (error: Error) => {
      expect(error.name).toBe('OutboundError')
      return false
    },
  )
}

it('trusts origins that no custom provider has', async () => {
  expect(await isOpen(origin)).toBe(true)
})

it('connects a custom provider to public addresses only, by the address that its name has now', async () => {
  expect(await isOpen(byName)).toBe(true)
  guardOrigins(new Map([origin, byName].map((one) => [one, 'public'])))
  expect(await isOpen(origin)).toBe(false)
  expect(await isOpen(byName)).toBe(false)
})

it('connects to exactly the opened origin in the own network', async () => {
  guardOrigins(
    new Map([
      [origin, 'own_network'],
      [byName, 'public'],
    ]),
  )
  expect(await isOpen(origin)).toBe(true)
  expect(await isOpen(byName)).toBe(false)
  guardOrigins(new Map([[byName, 'own_network']]))
  expect(await isOpen(byName)).toBe(true)
})

it.each(['http://169.254.169.254', 'http://[fd00:ec2::254]', 'http://100.100.100.200', 'http://8.8.8.8'])(
  'never connects an opened origin to %s',
  async (at) => {
    guardOrigins(new Map([[at, 'own_network']]))
    expect(await isOpen(at)).toBe(false)
  },
)
