import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { sendPlainPages, withoutFramework } from './plain-pages.mjs'

const framework = `<link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/a.js"/><script src="/_next/static/chunks/a.js" async=""></script><script id="_R_">(globalThis["TURBOPACK"]=[])</script><script>(self.__next_f=self.__next_f||[]).push([0])</script><script>self.__next_f.push([1,"<b>"])</script>`
const own = `<script async="" type="module" src="/site/menu.js"></script><script>document.documentElement.dataset.theme="dark"</script>`
const page = `<!DOCTYPE html><html><head>${framework}${own}</head><body><h1>Models</h1>${'<p>words</p>'.repeat(200)}</body></html>`

let close = () => {}
afterEach(() => close())

/** A server whose pages are written by `answer`; asked once. */
async function ask(
  path: string,
  answer: (response: ServerResponse, request: IncomingMessage) => void,
  headers: Record<string, string> = {},
) {
  const server = createServer((request, response) => {
    sendPlainPages(request, response)
    answer(response, request)
  })
  close = () => void server.close()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return fetch(`http://127.0.0.1:${port}${path}`, { headers, redirect: 'manual' })
}

function sendInPieces(response: ServerResponse, status = 200) {
  response.statusCode = status
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.flushHeaders()
  for (let from = 0; from < page.length; from += 700) response.write(page.slice(from, from + 700))
  response.end()
}

test('the framework’s scripts go, and the page’s own stay', () => {
  expect(withoutFramework(page)).toBe(page.replace(framework, ''))
})

test.each(['<template id="B:0"></template>', '<template data-dgst="1"></template>'])(
  'a page that the framework must finish in the browser keeps it: %s',
  (part) => {
    expect(withoutFramework(page + part)).toBe(page + part)
  },
)

test.each([
  '/',
  '/?a=1',
  '/models',
  '/models/sandbox/chat',
  '/explore/rankings?window=7d',
  '/pricing',
  '/docs',
])('%s is sent whole, compressed, without the framework', async (path) => {
  const reply = await ask(path, (response) => sendInPieces(response), { 'accept-encoding': 'br, gzip' })
  expect(reply.headers.get('content-encoding')).toBe('br')
  expect(await reply.text()).toBe(page.replace(framework, ''))
})

test.each(['/console', '/sign-in', '/modelsx'])('%s is none of them', async (path) => {
  const reply = await ask(path, (response) => sendInPieces(response))
  expect(await reply.text()).toBe(page)
})

test('what is asked as the framework’s data is not touched', async () => {
  const reply = await ask('/models', (response) => sendInPieces(response), { rsc: '1' })
  expect(await reply.text()).toBe(page)
})

test('a page that was not found keeps the framework, which draws it', async () => {
  const reply = await ask('/models/nobody/nothing', (response) => sendInPieces(response, 404))
  expect(reply.status).toBe(404)
  expect(await reply.text()).toBe(page)
})

test('an answer without a body, by writeHead, passes', async () => {
  const reply = await ask('/docs', (response) => {
    response.writeHead(307, { location: '/docs#chat' })
    response.end()
  })
  expect([reply.status, reply.headers.get('location')]).toEqual([307, '/docs#chat'])
})
