import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { makePages } from './pages.mjs'

it('answers for pages that are not built yet, and reloads itself', async () => {
  const pages = makePages({})
  const server = createServer((_request, response) => pages.answer(_request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const answer = await fetch(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/console`)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '3'])
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await answer.text()).toMatch(/http-equiv="refresh"[\s\S]*The console is being built/)
})
