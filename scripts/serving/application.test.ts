import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { drain } from './application.mjs'

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

it('takes new requests while others run, and closes when they have ended', async () => {
  const { server, url, finish } = await listening()
  const running = await fetch(`${url}/slow`)
  const drained = drain(server, 60_000)
  expect(await (await fetch(url)).text()).toBe('quick')
  finish()
  expect(await running.text()).toBe('…done')
  await drained
  await expect(fetch(url)).rejects.toThrow()
})

it('closes at once where nothing runs, whatever connections are kept open', async () => {
  const { server, url } = await listening()
  await (await fetch(url)).text()
  await drain(server, 60_000)
  expect(server.listening).toBe(false)
})

it('cuts off what does not end in time', async () => {
  const { server, url } = await listening()
  const running = await fetch(`${url}/slow`)
  await drain(server, 0)
  await expect(running.body ? text(running.body) : undefined).rejects.toThrow()
})
