import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newPerson, openDoors, type Person } from '@/app/(api)/api-account/admin/testing'
import { handIn, runToEnd } from '@/app/(api)/v1/batches/testing'
import { flushContents, sweepContents } from '@/lib/account/api-keys/contents'
import { createKey } from '@/lib/account/api-keys/keys'
import { ContentsReply } from '@/lib/account/api-keys/schema'
import { moveClock } from '@/lib/account/api-keys/testing'
import { usageNames } from '@/lib/account/organizations/usage-names'
import { applySeed } from '@/lib/catalog/models/apply-seed'
import { loadCatalog } from '@/lib/catalog/models/read-snapshot'
import { makeInBackground, makeResponseJob } from '@/lib/gateway/chat/formats/responses/background'
import { ResponseReply } from '@/lib/gateway/chat/formats/responses/schema'
import { grantCredit } from '@/lib/money/ledger/balance'
import { listRecent } from '@/lib/money/usage/recent'
import { RecentQuery } from '@/lib/money/usage/schema'
import { sweepDeletedAccounts } from '@/lib/operator/admin/delete-account'
import { pool, prisma } from '@/lib/platform/db'
import { bindJob } from '@/lib/platform/jobs/job'
import { startJobs, stopJobs } from '@/lib/platform/jobs/job-queue'

await applySeed()
await loadCatalog()
await startJobs({ scheduled: [], queued: [bindJob(makeResponseJob, makeInBackground)] }, false)
const { door, call, close } = await openDoors()
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  close()
  await stopJobs()
})

const keys = '/api-account/user/api-keys'
const recent = '/api-account/user/usage/recent'
const DAY_MILLIS = 86_400_000
const PIXEL = `iVBORw0KGgo${'A'.repeat(2000)}`
const MODEL = 'sandbox/chat'

let person: Person
let key: { id: string; key: string }
beforeEach(async () => {
  person = await newPerson()
  const { customerId } = person.caller
  await grantCredit({ customerId, amountNanos: 5_000_000_000n, key: `grant:${customerId}` })
  key = await createKey(person.caller, {
    name: 'watched',
    scopes: ['inference', 'account:read', 'account:write'],
  })
})

describe('What is asked with a key', () => {
  const asPerson = (method: string, path: string, json?: unknown, { cookie } = person) =>
    call(method, path, { headers: { cookie }, ...(json !== undefined && { json }) })
  const switchOn = (days = 7) => asPerson('PUT', `${keys}/${key.id}/contents`, { days })
  const ask = (path: string, json: unknown) => call('POST', path, { key: key.key, json })
  const say = (content: unknown, more: object = {}) =>
    ask('/v1/chat/completions', { model: MODEL, messages: [{ role: 'user', content }], ...more })
  const idOf = ({ headers }: { headers: Headers }) => headers.get('x-request-id') ?? ''
  const read = async (id: string, who = person) =>
    ContentsReply.parse((await asPerson('GET', `${recent}/${id}/contents`, undefined, who)).body).contents
  const countOf = () => prisma.requestContents.count({ where: { apiKeyId: key.id } })

  it('is not kept unless its owner says so', async () => {
    const id = idOf(await say('[[say:before]]'))
    expect(await read(id)).toBeNull()
    await flushContents()
    expect(await countOf()).toBe(0)
  })

  it('is kept with its answer, sealed, for the person at the console alone', async () => {
    expect(await switchOn()).toMatchObject({ status: 200, body: { contents_until: expect.any(String) } })
    const id = idOf(await say('[[say:a-secret-word]]'))
    const contents = await read(id)
    expect(contents).toMatchObject({ path: '/v1/chat/completions', status: 200, is_whole: true })
    expect(contents?.request).toContain('"model":"sandbox/chat"')
    expect(contents?.answer).toContain('a-secret-word')
    const { rows } = await pool.query('SELECT c::text AS text FROM request_contents c')
    expect(JSON.stringify(rows)).not.toMatch(/a-secret-word|612d7365637265742d776f7264/)

    const operator = await newPerson({ isOperator: true })
    expect(await read(id, operator)).toBeNull()
    const path = `${keys}/${key.id}/contents`
    expect((await asPerson('PUT', path, { days: 1 }, operator)).status).toBe(404)
    expect((await asPerson('DELETE', path, undefined, operator)).status).toBe(404)
    for (const days of [0, 31, 1.5, '7']) expect((await asPerson('PUT', path, { days })).status).toBe(400)
  })

  it('is kept of a stream, whole or as far as it was delivered when the client hung up', async () => {
    await switchOn()
    const stream = (content: string, signal?: AbortSignal) =>
      door('POST', '/v1/chat/completions', {
        headers: { authorization: `Bearer ${key.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: MODEL, stream: true, messages: [{ role: 'user', content }] }),
        ...(signal && { signal }),
      })
    const whole = await stream('[[say:one two three]]')
    await whole.text()
    expect(await read(idOf(whole))).toMatchObject({
      is_whole: true,
      answer: expect.stringContaining('data: [DONE]'),
    })
    const hangUp = new AbortController()
    const part = await stream('[[chunk-delay:50ms]] [[tokens:200]]', hangUp.signal)
    const reader = part.body?.getReader()
    for (let got = ''; !got.includes('content":"'); )
      got += Buffer.from((await reader?.read())?.value ?? []).toString()
    hangUp.abort()
    await reader?.cancel().catch(() => undefined)
    await expect.poll(() => read(idOf(part))).toMatchObject({ is_whole: false, status: 200 })
    const kept = await read(idOf(part))
    expect(kept?.answer).toContain('"content":"')
    expect(kept?.answer).not.toContain('[DONE]')
  })

  it('is kept in every format, and of what fails; media are left out, and what is long is cut off', async () => {
    await switchOn()
    const messages = [{ role: 'user', content: 'Hi' }]
    const asked: [string, object, number][] = [
      ['/v1/messages', { model: MODEL, max_tokens: 9, messages }, 200],
      ['/v1/responses', { model: MODEL, input: 'Hi' }, 200],
      ['/v1/completions', { model: MODEL, prompt: 'Hi' }, 200],
      ['/v1/embeddings', { model: 'sandbox/embedding', input: 'Hi' }, 200],
      ['/v1/chat/completions', { model: MODEL, messages: 'none' }, 400],
      ['/v1/chat/completions', { model: 'nobody/none', messages }, 404],
      [
        '/v1/chat/completions',
        { model: MODEL, messages: [{ role: 'user', content: '[[status:500]]' }] },
        502,
      ],
    ]
    for (const [path, json, status] of asked) {
      const answer = await ask(path, json)
      expect([path, answer.status]).toEqual([path, status])
      const kept = await read(idOf(answer))
      expect(kept).toMatchObject({ path, status, request: JSON.stringify(json) })
      expect(kept?.answer).toContain(status === 200 ? '"' : '"error"')
    }
    const content = [
      { type: 'text', text: 'What is this? ![a](data:image/gif;base64,R0lGODdh)' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${PIXEL}` } },
      { type: 'input_audio', input_audio: { format: 'mp3', data: `SUQz${'A'.repeat(400)}` } },
    ]
    const kept = await read(idOf(await say(content)))
    expect(kept?.request).toContain('What is this? ![a]([left out: image/gif, 6 bytes])')
    expect(kept?.request).toContain('"url":"[left out: image/png, 1508 bytes]"')
    expect(kept?.request).toContain('"data":"[left out: audio/mpeg, 303 bytes]"')
    const long = await read(idOf(await say('word '.repeat(100_000))))
    expect(long?.request).toMatch(/\n\[cut off: 262144 of \d+ bytes are kept\]$/)
  })

  it('is kept of what starts a picture or a film, and found by the usage of the task', async () => {
    await switchOn()
    const film = { model: 'sandbox/video', prompt: 'A paper boat' }
    const picture = { model: 'sandbox/image-1', prompt: 'A kite', size: '64x64' }
    for (const [path, json] of [
      ['/v1/videos/generations', film],
      ['/v1/images/generations/async', picture],
    ] as const) {
      const answer = await ask(path, json)
      const kept = await read(idOf(answer))
      expect(kept).toMatchObject({ path, request: JSON.stringify(json) })
      const row = await prisma.requestContents.findFirstOrThrow({ where: { id: idOf(answer) } })
      expect(answer.body).toMatchObject({ id: row.taskId })
    }
  })

  it('is kept of sound: the text that was read aloud, the transcript, and nothing of the sound itself', async () => {
    await switchOn()
    const speech = {
      model: 'sandbox/speech',
      voice: 'alloy',
      input: 'The tide is out.',
      response_format: 'wav',
    }
    const send = (json: object) =>
      door('POST', '/v1/audio/speech', {
        headers: { authorization: `Bearer ${key.key}`, 'content-type': 'application/json' },
        body: JSON.stringify(json),
      })
    const spoken = await send(speech)
    const sound = await spoken.arrayBuffer()
    expect(await read(idOf(spoken))).toMatchObject({
      path: '/v1/audio/speech',
      status: 200,
      is_whole: true,
      request: JSON.stringify(speech),
      answer: `[left out: audio/wav, ${sound.byteLength} bytes]`,
    })
    const events = await send({ ...speech, stream_format: 'sse' })
    await events.text()
    const keptAnswer = (await read(idOf(events)))?.answer
    expect(keptAnswer).toMatch(/"audio":"\[left out: audio\/wav, \d+ bytes\]"/)
    expect(keptAnswer).toContain('speech.audio.done')

    const form = new FormData()
    form.append('model', 'sandbox/transcription')
    form.append('file', new Blob([sound], { type: 'audio/wav' }), 'tide.wav')
    const headers = { authorization: `Bearer ${key.key}` }
    const heard = await door('POST', '/v1/audio/transcriptions', { headers, body: form })
    const transcript = await heard.text()
    const kept = await read(idOf(heard))
    expect(kept).toMatchObject({ path: '/v1/audio/transcriptions', status: 200, answer: transcript })
    expect(kept?.request).toContain(`[left out: audio/wav, ${sound.byteLength} bytes]`)
    expect(kept?.request).toContain('sandbox/transcription')
  })

  it('is kept of each line of a batch, and of a response that is made in the background', async () => {
    await switchOn()
    const lines = ['[[say:one]]', '[[status:400]]'].map((content, index) => ({
      custom_id: `line-${index}`,
      method: 'POST',
      url: '/v1/chat/completions',
      body: { model: MODEL, messages: [{ role: 'user', content }] },
    }))
    const { id: batchId } = await handIn(door, key.key, lines)
    await runToEnd(batchId)
    await flushContents()
    const keptRows = () =>
      prisma.requestContents.findMany({ where: { apiKeyId: key.id }, orderBy: { createdAt: 'asc' } })
    const kept = await Promise.all((await keptRows()).map(({ id }) => read(id)))
    kept.sort((one, other) => (one?.status ?? 0) - (other?.status ?? 0))
    expect(kept).toMatchObject([
      { path: '/v1/chat/completions', status: 200, request: JSON.stringify(lines[0]) },
      { path: '/v1/chat/completions', status: 400, request: JSON.stringify(lines[1]) },
    ])
    expect(kept[0]?.answer).toContain('"content":"one"')

    const asked = await ask('/v1/responses', { model: MODEL, input: '[[say:later]]', background: true })
    const { id } = ResponseReply.parse(asked.body)
    const signal = new AbortController().signal
    await makeInBackground({ payload: { id }, attempt: 0, isLastAttempt: true, signal })
    await flushContents()
    const made = await read((await keptRows()).at(-1)?.id ?? '')
    expect(made).toMatchObject({ path: '/v1/responses', status: 200 })
    expect(made?.request).toContain('[[say:later]]')
    expect(made?.answer).toContain('"status":"completed"')
    expect(made?.answer).toContain('later')
  })

  it('is gone when its time is over, when it is switched off, and with its key', async () => {
    await switchOn(2)
    const id = idOf(await say('[[say:one]]'))
    expect(await read(id)).not.toBeNull()
    await sweepContents()
    expect(await countOf()).toBe(1)
    moveClock(2 * DAY_MILLIS + 1000)
    expect(await prisma.requestContents.count({ where: { id } })).toBe(1)
    await sweepContents()
    expect(await countOf()).toBe(0)
    vi.restoreAllMocks()

    await switchOn()
    const second = idOf(await say('[[say:two]]'))
    expect(await read(second)).not.toBeNull()
    expect(await asPerson('DELETE', `${keys}/${key.id}/contents`)).toMatchObject({
      status: 200,
      body: { contents_until: null },
    })
    expect(await countOf()).toBe(0)
    await say('[[say:three]]')
    await flushContents()
    expect(await countOf()).toBe(0)

    await switchOn()
    await say('[[say:four]]')
    await flushContents()
    expect(await countOf()).toBe(1)
    await asPerson('DELETE', `${keys}/${key.id}`)
    expect(await countOf()).toBe(0)
    expect((await listRecent(person.caller, RecentQuery.parse({}), usageNames)).items).toHaveLength(4)
  })

  it('goes with the account', async () => {
    await switchOn()
    await say('[[say:one]]')
    await flushContents()
    expect(await countOf()).toBe(1)
    const json = { current_password: 'long enough' }
    expect((await asPerson('POST', '/api-account/user/delete-account', json)).status).toBe(200)
    await sweepDeletedAccounts()
    expect(await countOf()).toBe(0)
  })
})
