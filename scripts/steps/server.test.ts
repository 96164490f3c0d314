import { createServer } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { whenReady } from './server.mjs'

// fetch refuses 4190, which mail servers use; whoever chose it as PORT is served all the same.
const port = 4190
const stillRuns = { exit: new Promise<string>(() => undefined) }
let answers: number[] = []
const server = createServer((_request, response) => response.writeHead(answers.shift() ?? 200).end('{}'))
afterEach(() => new Promise((resolve) => server.close(resolve)))

test('a server is ready once it says so, on any port', async ({ skip }) => {
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!isFree) skip('the port is taken')
  answers = [503, 503]
  await whenReady(stillRuns, `http://127.0.0.1:${port}`)
  expect(answers).toEqual([])
})

test('a server that has gone is not waited for', async () => {
  await expect(whenReady({ exit: Promise.resolve('code 1') }, 'http://127.0.0.1:1')).rejects.toThrow()
})
