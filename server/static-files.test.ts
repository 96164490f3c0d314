import { once } from 'node:events'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, get } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { expect, it, onTestFinished, vi } from 'vitest'
import { compressStatic, shareStatic, staticDoor } from './static-files.mjs'

const kept = new Map([
  ['chunks/other.js', brotliCompressSync('other()')],
  ['media/other.woff2', Buffer.from('letters')],
])
const keep = vi.fn()
const find = vi.fn(async (path: string) => kept.get(path))

/** A build of one script and one font, served; what its door leaves is answered by "Next". */
async function serveBuild() {
  const root = mkdtempSync(join(tmpdir(), 'static-'))
  const files = { 'static/chunks/own.js': 'own()', 'static/media/own.woff2': 'own letters', BUILD_ID: 'b1\n' }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, '.next', name)), { recursive: true })
    writeFileSync(join(root, '.next', name), text)
  }
  await compressStatic(root)
  const door = staticDoor(root, find)
  const server = createServer((request, response) => void (door(request, response) || response.end('Next')))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const ask = async (file: string, encoding = '') => {
    const asked = get(`http://127.0.0.1:${port}/_next/static/${file}`, {
      headers: { 'accept-encoding': encoding },
      agent: false,
    })
    const [answer] = await once(asked, 'response')
    const body = await buffer(answer)
    const packed = answer.headers['content-encoding'] === 'br'
    return [answer.statusCode, packed, String(packed ? brotliDecompressSync(body) : body)]
  }
  return { root, ask }
}

it('answers with its own build, and with files of earlier builds', async () => {
  const { ask } = await serveBuild()
  expect(await ask('chunks/own.js', 'gzip, br')).toEqual([200, true, 'own()'])
  expect(await ask('chunks/own.js')).toEqual([200, false, 'Next'])
  expect(await ask('media/own.woff2', 'br')).toEqual([200, false, 'Next'])
  expect(find).not.toHaveBeenCalled()
  expect(await ask('chunks/other.js', 'br')).toEqual([200, true, 'other()'])
  expect(await ask('chunks/other.js')).toEqual([200, false, 'other()'])
  expect(await ask('media/other.woff2', 'br')).toEqual([200, false, 'letters'])
  expect(await ask('chunks/nobodys.js', 'br')).toEqual([404, false, 'Not found.'])
  find.mockRejectedValueOnce(new Error('the database is away'))
  expect(await ask('chunks/other.js', 'br')).toEqual([503, false, 'Try again.'])
})

it('leaves its build to others, packed', async () => {
  const { root } = await serveBuild()
  await shareStatic(root, keep)
  const [build, read] = keep.mock.calls[0] ?? []
  const left = new Map<string, Buffer>(
    read().map((one: { path: string; body: Buffer }) => [one.path, one.body]),
  )
  expect(build).toBe('b1')
  expect([...left.keys()].sort()).toEqual(['chunks/own.js', 'media/own.woff2'])
  expect(String(brotliDecompressSync(left.get('chunks/own.js') ?? Buffer.of()))).toBe('own()')
})
