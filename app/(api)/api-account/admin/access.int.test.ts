import { afterAll, describe, expect, it } from 'vitest'
import { apiRoutes } from '@/app/(api)/routes'
import { openApiDocument } from '@/lib/http/api-document'
import { type Answer, throughNodeDoor } from '@/lib/http/testing'
import { base, newPerson, openDoors } from './testing'

const { doors, close } = await openDoors()
const node = await throughNodeDoor(apiRoutes)
afterAll(() => {
  close()
  node.close()
})

const operator = await newPerson({ isOperator: true })
const stranger = await newPerson()
const addresses = Object.entries(apiRoutes)
  .filter(([path]) => path.startsWith(`${base}/`))
  .flatMap(([path, module]) =>
    Object.keys(module).map((method) => ({ method, path: path.replace(/\[[^\]]+\]/g, 'one') })),
  )

/** All of an answer that does not differ from request to request. */
function told({ status, headers, body }: Answer) {
  const { 'x-request-id': id, date: _date, ...rest } = Object.fromEntries(headers)
  return { status, headers: rest, body: JSON.stringify(body).replaceAll(id ?? '', 'req') }
}

describe('the operators’ addresses', () => {
  it('are many', () => expect(addresses.length).toBeGreaterThan(10))

  it.each(doors)('are not there for anybody else, through the %s door', async (_door, call) => {
    const strangers = [
      {},
      { headers: { cookie: stranger.cookie } },
      { key: stranger.key },
      { key: operator.key },
      { key: 'nonsense' },
      { headers: { cookie: operator.cookie, origin: 'https://elsewhere.example' } },
    ]
    for (const { method, path } of addresses)
      for (const options of strangers) {
        const isOwn = 'headers' in options && options.headers.cookie === operator.cookie
        if (isOwn && method === 'GET') continue // looking does no harm, and its answer cannot be read from elsewhere
        const answer = await call(method, path, options)
        const unknown = await node.call(method, `${path}-not`, options)
        expect(told(answer).status, `${method} ${path}`).toBe(404)
        expect(told(answer).body, `${method} ${path}`).toBe(told(unknown).body.replace(`${path}-not`, path))
        expect([...answer.headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).toEqual([])
      }
  })

  it('do not betray themselves by the methods that they lack', async () => {
    const options = { headers: { cookie: stranger.cookie } }
    for (const { path } of addresses) {
      const answer = await node.call('OPTIONS', path, options)
      const unknown = await node.call('OPTIONS', `${path}-not`, options)
      expect(told(answer).headers).toEqual({
        ...told(unknown).headers,
        'content-length': told(answer).headers['content-length'],
      })
      expect(answer.status).toBe(404)
    }
  })

  it('are not in the API’s description', () => {
    const document = JSON.stringify(openApiDocument(apiRoutes, 'https://portico.example'))
    expect(document).not.toContain(base)
  })

  it('are there for the operator at the console', async () => {
    for (const path of ['/providers', '/models', '/customers', '/audit']) {
      const answer = await node.call('GET', base + path, { headers: { cookie: operator.cookie } })
      expect(answer.status).toBe(200)
    }
  })
})
