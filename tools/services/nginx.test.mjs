// A node behind nginx with deploy/nginx/portico.conf.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { Agent, FormData, fetch } from 'undici'
import { unassignedPort } from '../../scripts/postgres/free-port.mjs'
import { openFolder, openNode, until } from './open.mjs'
import { missing, startNginx } from './programs.mjs'

const MEBIBYTE = 1024 * 1024
const CATALOG_LIMIT = 5

describe('nginx before a node', { skip: missing('nginx', 'openssl') }, () => {
  let folder, origin, ca, ask

  before(async () => {
    folder = await openFolder()
    const PORT = String(await unassignedPort())
    const nginx = await startNginx(folder, readFileSync('deploy/nginx/portico.conf', 'utf8'), PORT)
    origin = `https://portico.example:${nginx.port}`
    ca = readFileSync(nginx.certificate)
    const settings = { PUBLIC_URL: origin, HOST: '127.0.0.1', TRUST_PROXY: '127.0.0.1', PORT }
    await openNode(folder, 'node', { ...settings, RATE_LIMIT_CATALOG: String(CATALOG_LIMIT) })
    const { api_key } = JSON.parse(readFileSync(join(folder, 'node', 'demo.json'), 'utf8'))
    const dispatcher = agentFrom('127.0.0.1')
    ask = (path, { headers, ...init } = {}) =>
      fetch(new URL(path, origin), {
        dispatcher,
        headers: { authorization: `Bearer ${api_key}`, ...headers },
        ...init,
      })
  })

  /** Resolves every name to this machine. */
  function agentFrom(localAddress, more) {
    const here = { address: '127.0.0.1', family: 4 }
    const lookup = (_name, { all }, done) => done(null, ...(all ? [[here]] : [here.address, here.family]))
    return new Agent({ connect: { ca, lookup }, localAddress, ...more })
  }

  const post = (path, body) =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip' },
      body: JSON.stringify(body),
    })

  it('a stream is passed on as it comes', async () => {
    const content = '[[tokens:20]] [[chunk-delay:50ms]]'
    const messages = [{ role: 'user', content }]
    const answer = await post('/v1/chat/completions', { model: 'sandbox/chat', stream: true, messages })
    assert.equal(answer.headers.get('content-encoding'), null)
    const chunks = []
    for await (const chunk of answer.body) chunks.push(chunk)
    assert.match(Buffer.concat(chunks).toString(), /data: \[DONE\]\n\n$/)
    assert.ok(chunks.length >= 10, `${chunks.length} pieces`)
  })

  it('the largest upload and the largest file come through', async () => {
    const bytes = randomBytes(25 * MEBIBYTE)
    const presigned = await post('/v1/uploads/presign', {
      purpose: 'image_edit_source',
      content_type: 'image/png',
      content_length: bytes.length,
      content_md5: createHash('md5').update(bytes).digest('base64'),
      checksum_sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    const { upload_url, required_headers } = await presigned.json()
    assert.ok(upload_url.startsWith(origin))
    const put = await ask(upload_url, {
      method: 'PUT',
      headers: { ...required_headers, authorization: '' },
      body: bytes,
    })
    assert.equal(put.status, 200)
    assert.equal((await sendFile(100 * MEBIBYTE)).status, 200)
  })

  it('what is too large is refused in words of ours', async () => {
    // With HTTP/2, nginx 1.22 resets the connection of a client that is still sending.
    const refused = await sendFile(101 * MEBIBYTE, { dispatcher: agentFrom('127.0.0.1', { allowH2: false }) })
    assert.equal(refused.status, 413)
    assert.equal(typeof (await refused.json()).error.code, 'string')
  })

  function sendFile(length, init) {
    const form = new FormData()
    form.append('purpose', 'batch')
    form.append('file', new Blob([Buffer.alloc(length, '\n')]), 'lines.jsonl')
    return ask('/v1/files', { method: 'POST', body: form, ...init })
  }

  it('addresses are told apart, and none can be pretended', async () => {
    const list = (address, pretended) =>
      fetch(`${origin}/providers`, {
        dispatcher: agentFrom(address),
        headers: { 'x-forwarded-for': pretended },
      }).then(({ status }) => status)
    const seen = []
    for (let at = 0; at < 2 * CATALOG_LIMIT; at += 1) seen.push(await list('127.0.0.2', `192.0.2.${at}`))
    assert.equal(seen[0], 200)
    assert.ok(seen.includes(429))
    assert.equal(await list('127.0.0.3', '127.0.0.2'), 200)
  })

  it('addresses that are secrets are not in its log', async () => {
    await ask('/reset-password/the-secret')
    await ask('/api/health')
    const log = () => readFileSync(join(folder, 'access.log'), 'utf8')
    await until('the next is there', () => log().includes('/api/health'))
    assert.doesNotMatch(log(), /the-secret/)
  })
})
