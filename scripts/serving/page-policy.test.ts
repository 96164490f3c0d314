import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { hashesOfBuild, pagePolicy } from './page-policy.mjs'

const files = { shown: 'https://portico.example', uploads: ['https://files.example/bucket/'] }

let close = () => {}
afterEach(() => close())

/** What an answer to `path` says, and what Next was told. */
async function policyOf(path: string, hashes: string[] | undefined) {
  const givePolicy = pagePolicy({ hashes, files })
  const server = createServer((request, response) => {
    givePolicy(request, response)
    response.end(request.headers['content-security-policy'])
  })
  close = () => void server.close()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const reply = await fetch(`http://127.0.0.1:${port}${path}`)
  return { sent: reply.headers.get('content-security-policy'), told: await reply.text() }
}

const sourcesOf = (policy: string | null, name: string) =>
  policy
    ?.split('; ')
    .find((rule) => rule.startsWith(`${name} `))
    ?.split(' ')
    .slice(1)

test('scripts are our own files, those with the nonce of this one answer, and those of the build', async () => {
  const [one, other] = await Promise.all([policyOf('/', ["'sha256-a'"]), policyOf('/', ["'sha256-a'"])])
  expect(sourcesOf(one.sent, 'script-src')).toEqual([
    "'self'",
    "'wasm-unsafe-eval'",
    "'sha256-a'",
    expect.stringMatching(/^'nonce-[\w+/]{22}=='$/),
  ])
  expect(one.told).toBe(one.sent)
  expect(other.sent).not.toBe(one.sent)
})

test('what else a page may load, send and be', async () => {
  const { sent } = await policyOf('/console', [])
  expect(sourcesOf(sent, 'default-src')).toEqual(["'self'"])
  expect(sourcesOf(sent, 'img-src')).toEqual(["'self'", 'data:', 'blob:', 'https://portico.example'])
  expect(sourcesOf(sent, 'media-src')).toEqual(["'self'", 'blob:', 'https://portico.example'])
  expect(sourcesOf(sent, 'connect-src')).toEqual([
    "'self'",
    'https://portico.example',
    'https://files.example/bucket/',
  ])
  expect(sourcesOf(sent, 'object-src')).toEqual(["'none'"])
  expect(sourcesOf(sent, 'base-uri')).toEqual(["'none'"])
  expect(sourcesOf(sent, 'form-action')).toEqual(["'self'"])
  expect(sourcesOf(sent, 'frame-ancestors')).toEqual(["'self'"])
})

test('a check of liveness may be shown in a page of others', async () => {
  const { sent } = await policyOf('/h5/liveness/x', [])
  expect(sourcesOf(sent, 'script-src')).toContain("'self'")
  expect(sent).not.toContain('frame-ancestors')
})

test('scripts and styles by themselves have none', async () => {
  expect(await policyOf('/_next/static/chunks/a.js', [])).toEqual({ sent: null, told: '' })
})

test('in development, pages may compile code and be told of changes, and the rest stays', async () => {
  const { sent } = await policyOf('/', undefined)
  expect(sourcesOf(sent, 'script-src')).toEqual(["'self'", "'unsafe-inline'", "'unsafe-eval'"])
  expect(sourcesOf(sent, 'connect-src')).toContain('ws:')
  expect(sourcesOf(sent, 'object-src')).toEqual(["'none'"])
})

test('of the pages that the build drew, each script inside counts once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-build-'))
  try {
    const pages = join(folder, 'server', 'app')
    mkdirSync(join(pages, 'a'), { recursive: true })
    const script = '<script id="_R_">alert(1)\nalert(2)</script>'
    writeFileSync(join(pages, 'one.html'), `<script src="/a.js" async=""></script>${script}<b></b>${script}`)
    writeFileSync(join(pages, 'a', 'two.html'), `${script}<script>3</script>`)
    writeFileSync(join(pages, 'a', 'three.html'), '<script>4</script>')
    const routes = {
      '/one': { dataRoute: '/one.rsc' },
      '/a/two': { dataRoute: '/a/two.rsc' },
      '/icon.svg': { dataRoute: null },
    }
    writeFileSync(join(folder, 'prerender-manifest.json'), JSON.stringify({ routes }))
    expect(hashesOfBuild(folder)).toEqual([
      // printf 'alert(1)\nalert(2)' | openssl dgst -sha256 -binary | base64
      "'sha256-GFZQ8adc1MSHhRFSLrNWv76nHdPv+uOCshH7LoYNXN0='",
      "'sha256-TgdAhWK+24tgzgXB3s/jrRa3IjCWfeAfZAt+Rym0n84='",
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
