import { once } from 'node:events'
import { Agent, createServer, request, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished, vi } from 'vitest'
import { drain } from './drain.mjs'

/** A server on which `/slow` answers when `finish` is called. */
async function listening() {
  const slow: ServerResponse[] = []
  const server = createServer((request, response) => {
    if (request.url !== '/slow') return void response.end('quick')
    response.write('…')
    slow.push(response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.closeAllConnections())
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const finish = () => slow.forEach((response) => void response.end('done'))
  return { server, url, finish }
}

it('accepts new requests while others run, and closes when they have ended', async () => {
  const { server, url, finish } = await listening()
  const running = await fetch(`${url}/slow`)
  const drained = drain(server, 60_000)
  expect(await (await fetch(url)).text()).toBe('quick')
  finish()
  expect(await running.text()).toBe('…done')
  await drained
  await expect(fetch(url)).rejects.toThrow()
})

it('closes at once if nothing runs, whatever idle connections are open', async () => {
  const { server, url } = await listening()
  await (await fetch(url)).text()
  await drain(server, 60_000)
  expect(server.listening).toBe(false)
})

it.each([false, true])('breaks no connection that is still used (looked at: %s)', async (isProxied) => {
  const { server, url } = await listening()
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  onTestFinished(() => agent.destroy())
  const ask = () =>
    new Promise<string | undefined>((resolve, reject) => {
      const asked = request(url, { agent, method: 'POST' }, (answer) => {
        answer.resume().once('end', () => resolve(answer.headers.connection))
      })
      asked.once('error', reject).end()
    })
  expect(await ask()).toBe('keep-alive')
  const drained = drain(server, 60_000, isProxied)
  const end = performance.now() + 1000
  while (performance.now() < end) expect((await Promise.all(Array.from({ length: 8 }, ask)))[0]).toBe('close')
  await drained
})

it('accepts new requests for a while if a proxy checks readiness, though nothing runs', async () => {
  const { server, url } = await listening()
  const time = vi.spyOn(performance, 'now').mockReturnValue(0)
  const drained = drain(server, 1000, true)
  expect(await (await fetch(url)).text()).toBe('quick')
  time.mockReturnValue(1000)
  await drained
  await expect(fetch(url)).rejects.toThrow()
})

it('cuts off what does not end in time', async () => {
  const { server, url } = await listening()
  const running = await fetch(`${url}/slow`)
  await drain(server, 0)
  await expect(running.body ? text(running.body) : undefined).rejects.toThrow()
})
