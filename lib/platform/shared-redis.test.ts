import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { env } from './env'
import { acrossNodes, checkRedis, closeRedis, sharedRedis } from './shared-redis'

/** A server that accepts, and answers what `answer` says: nothing is what one that hangs answers. */
async function serve(answer: (command: string) => string) {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined))
    socket.on('data', (bytes) => {
      for (const command of bytes
        .toString()
        .split(/\*\d+\r\n/)
        .slice(1))
        socket.write(answer(command))
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not a port')
  return { url: `redis://127.0.0.1:${address.port}`, sockets }
}

it('a server that accepts and never answers holds up no request, no check and not the end of the process', async () => {
  const { url } = await serve(() => '')
  env().REDIS_URL = url
  expect(
    await acrossNodes(
      () => Promise.resolve('there'),
      () => 'here',
    ),
  ).toBe('here')
  await closeRedis()
  await expect(sharedRedis(url)).rejects.toThrow('too long')
  await expect(checkRedis()).rejects.toThrow('too long')
  await closeRedis()
})

it('one that stops answering is left at the end of the process', async () => {
  const { url, sockets } = await serve((command) => {
    if (/quit/i.test(command)) return ''
    return /info/i.test(command) ? '$17\r\ncluster_enabled:0\r\n' : '+OK\r\n'
  })
  await sharedRedis(url)
  const [socket] = sockets
  if (socket === undefined) throw new Error('nobody has connected')
  const left = once(socket, 'close')
  await closeRedis()
  await left
})
