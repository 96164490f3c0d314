import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { ChatChunk } from '../schema'
import { identity, setUp } from '../testing/scripted-relay'

function chunk(delta: object, finish: string | null = null, more: object = {}): string {
  const body = {
    id: 'up-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'large-2026',
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...more,
  }
  return `data: ${JSON.stringify(body)}\n\n`
}

const usage = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 }
const usageChunk = `data: ${JSON.stringify({ id: 'up-1', object: 'chat.completion.chunk', created: 1, model: 'large-2026', choices: [], usage })}\n\n`
const hello = [
  chunk({ role: 'assistant', content: '' }),
  chunk({ content: 'Hé"l' }),
  chunk({ content: 'lo 🌍' }),
  chunk({}, 'stop'),
]

/** The payloads of a stream's events. */
function eventsOf(text: string): string[] {
  return text
    .split('\n\n')
    .filter((event) => event.startsWith('data: '))
    .map((event) => event.slice(6))
}

/** The text of a stream, joined. */
function contentOf(text: string): string {
  return eventsOf(text)
    .filter((event) => event !== '[DONE]')
    .map((event) => ChatChunk.parse(JSON.parse(event)))
    .map((one) => String(one.choices[0]?.delta.content ?? ''))
    .join('')
}

describe('a complete stream', () => {
  it('reaches the client with our id, created and model, ends with [DONE], and keeps its text', async () => {
    const it = setUp()
    it.feed(hello.join(''))
    it.feed(`${usageChunk}data: [DONE]\n\n`)
    await it.opened
    it.relay.body.start(it.sink)
    const events = eventsOf(it.text())
    expect(events.at(-1)).toBe('[DONE]')
    const chunks = events.slice(0, -1).map((event) => ChatChunk.parse(JSON.parse(event)))
    for (const one of chunks) expect(one).toMatchObject(identity)
    expect(contentOf(it.text())).toBe('Hé"llo 🌍')
    expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant')
    expect(it.sink.end).toHaveBeenCalledOnce()
  })

  it('is billed by the upstream’s usage, which is shown only on request', () => {
    const it = setUp()
    it.relay.body.start(it.sink)
    it.feed(`${hello.join('')}${usageChunk}data: [DONE]\n\n`)
    expect(it.onEnd).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ kind: 'complete', usage, finishReason: 'stop' }),
    )
    expect(it.text()).not.toContain('prompt_tokens')
  })

  it('shows usage on request, once, without choices, right before [DONE]', () => {
    const it = setUp({ showUsage: true })
    it.relay.body.start(it.sink)
    it.feed(`${hello.join('')}${usageChunk}data: [DONE]\n\n`)
    const events = eventsOf(it.text())
    expect(events.filter((event) => event.includes('prompt_tokens'))).toHaveLength(1)
    expect(JSON.parse(events.at(-2) ?? '')).toMatchObject({ choices: [], usage })
  })

  it('reads usage that arrives with the last choice, without passing it on', () => {
    const it = setUp()
    it.relay.body.start(it.sink)
    it.feed(`${hello.slice(0, 3).join('')}${chunk({}, 'stop', { usage })}data: [DONE]\n\n`)
    expect(it.onEnd).toHaveBeenCalledWith(expect.objectContaining({ usage }))
    expect(it.text()).not.toContain('prompt_tokens')
  })

  it.each<[string, (it: ReturnType<typeof setUp>) => unknown]>([
    ['says [DONE] without a finish reason, with blanks', (it) => void it.feed('data:  [DONE] \n\n')],
    [
      'says a word that nobody knows, and [DONE]',
      (it) => void it.feed(`${chunk({}, 'eos')}data: [DONE]\n\n`),
    ],
    ['ends without an empty line', (it) => [it.feed(chunk({}, 'stop').trimEnd()), it.close()]],
    [
      'loses its connection after finish reason and usage',
      (it) => [it.feed(chunk({}, 'stop') + usageChunk), it.break(new UpstreamError('failed'))],
    ],
  ])('may be one whose upstream %s', (_how, finish) => {
    const it = setUp()
    it.relay.body.start(it.sink)
    it.feed(hello.slice(0, 3).join(''))
    finish(it)
    const events = eventsOf(it.text())
    expect(events.at(-1)).toBe('[DONE]')
    expect(ChatChunk.parse(JSON.parse(events.at(-2) ?? '')).choices[0]?.finish_reason).toBe('stop')
    expect(it.onEnd).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ kind: 'complete', finishReason: 'stop' }),
    )
  })

  it('ends with [DONE] if the upstream closes after a finish reason without one', () => {
    const it = setUp()
    it.relay.body.start(it.sink)
    it.feed(hello.join(''))
    it.close()
    expect(eventsOf(it.text()).at(-1)).toBe('[DONE]')
  })

  it('is the same however the network splits it, with any line ends and JSON style, with a BOM or without', () => {
    const spaced = hello.map((event) => event.replaceAll('":', '": '))
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.boolean(),
        fc.constantFrom('', ': hi\n\n', '\uFEFF'),
        (cuts, lineEnd, loose, start) => {
          const whole = `${start}${(loose ? spaced : hello).join('')}${usageChunk}data: [DONE]\n\n`
          const bytes = Buffer.from(whole.replaceAll('\n', lineEnd))
          const it = setUp()
          it.relay.body.start(it.sink)
          let at = 0
          for (const cut of cuts) {
            it.feedBytes(bytes.subarray(at, at + cut))
            at += cut
          }
          it.feedBytes(bytes.subarray(at))
          expect(contentOf(it.text())).toBe('Hé"llo 🌍')
          expect(it.onEnd).toHaveBeenCalledExactlyOnceWith(
            expect.objectContaining({ kind: 'complete', usage }),
          )
        },
      ),
    )
  })
})

describe('before the first event', () => {
  it('nothing is sent while the upstream only sends comments', async () => {
    const it = setUp()
    it.feed(': processing\n\n')
    it.break(new UpstreamError('timeout'))
    await expect(it.opened).rejects.toMatchObject({ fault: 'timeout' })
    expect(it.onEnd).not.toHaveBeenCalled()
  })

  it('an error event, invalid data or an end is a failure, and another route can be tried', async () => {
    const cases = [
      ['data: {"error":{"code":429}}\n\n', 'rate_limited'],
      ['data: {"error":{"message":"x"}}\n\n', 'failed'],
      ['data: <html>\n\n', 'failed'],
      ['data: [DONE]\n\n', 'failed'],
    ] as const
    for (const [text, fault] of cases) {
      const it = setUp()
      it.feed(text)
      await expect(it.opened).rejects.toMatchObject({ fault })
    }
    const ended = setUp()
    ended.close()
    await expect(ended.opened).rejects.toMatchObject({ fault: 'failed' })
  })

  it('an aborted call ends, even if its upstream stays silent', async () => {
    const it = setUp()
    it.feed(': processing\n\n')
    it.call.abort('gone')
    await expect(it.opened).rejects.toBe('gone')
    expect(it.upstream.abort).toHaveBeenCalled()
    it.feed(hello.join(''))
    expect(it.onEnd).not.toHaveBeenCalled()
    expect(it.text()).toBe('')
  })

  it('a call that is already aborted does not begin', async () => {
    const it = setUp({ isAborted: true })
    await expect(it.opened).rejects.toMatchObject({ name: 'AbortError' })
    expect(it.upstream.abort).toHaveBeenCalled()
  })
})

describe('a stream that breaks', () => {
  const ways: [string, (it: ReturnType<typeof setUp>) => unknown][] = [
    ['by its connection', (it) => it.break(new UpstreamError('failed'))],
    ['by closing early', (it) => it.close()],
    ['by closing after a word that nobody knows', (it) => [it.feed(chunk({}, 'eos')), it.close()]],
    ['by a finish reason that means failure', (it) => void it.feed(chunk({}, 'network_error'))],
    [
      'by losing its connection before its usage',
      (it) => [it.feed(chunk({}, 'stop')), it.break(new UpstreamError('failed'))],
    ],
    ['by an error event', (it) => void it.feed('data: {"error":{"message":"boom"}}\n\n')],
    ['by an event that is not JSON', (it) => void it.feed('data: {"choices":\n\n')],
  ]
  it.each(ways)('%s reports an error to the client, and never sends [DONE]', (_name, breakIt) => {
    const it = setUp()
    it.relay.body.start(it.sink)
    it.feed(hello.slice(0, 2).join(''))
    breakIt(it)
    const events = eventsOf(it.text())
    expect(Object.keys(JSON.parse(events.at(-1) ?? ''))).toEqual(['error'])
    expect(it.text()).not.toContain('[DONE]')
    expect(it.sink.end).toHaveBeenCalledOnce()
    expect(it.onEnd).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ kind: 'broken' }))
  })
})

describe('a stream of several choices that closes without [DONE]', () => {
  const choice = (index: number, delta: object, finish: string | null = null) =>
    chunk(delta, finish, { choices: [{ index, delta, finish_reason: finish }] })
  const began = [0, 1].map((index) => choice(index, { role: 'assistant', content: 'Hello' })).join('')

  it.each([
    ['while one of them is under way', `${began}${choice(0, {}, 'stop')}`],
    [
      'before one of them began',
      `${choice(0, { role: 'assistant', content: 'Hi' })}${choice(0, {}, 'stop')}`,
    ],
  ])('is broken off %s', (_name, text) => {
    const it = setUp({ choiceCount: 2 })
    it.relay.body.start(it.sink)
    it.feed(text)
    it.close()
    expect(it.text()).not.toContain('[DONE]')
    expect(it.onEnd).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ kind: 'broken' }))
  })

  it.each([
    ['each in a chunk of its own', choice(0, {}, 'stop') + choice(1, {}, 'length')],
    [
      'both in one',
      chunk({}, null, { choices: [0, 1].map((index) => ({ index, delta: {}, finish_reason: 'stop' })) }),
    ],
  ])('is whole once all have ended, %s', (_name, ends) => {
    const it = setUp({ choiceCount: 2 })
    it.relay.body.start(it.sink)
    it.feed(began + ends)
    it.close()
    expect(eventsOf(it.text()).at(-1)).toBe('[DONE]')
    expect(it.onEnd).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ kind: 'complete' }))
  })
})

describe('a client that leaves', () => {
  it('stops the upstream at once and is billed for what it received', () => {
    const it = setUp()
    it.relay.body.start(it.sink)
    it.feed(hello.slice(0, 2).join(''))
    it.relay.abort()
    expect(it.upstream.abort).toHaveBeenCalledOnce()
    expect(it.onEnd).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ kind: 'aborted', content: expect.stringContaining('l') }),
    )
    it.feed(hello.slice(2).join(''))
    it.close()
    expect(it.onEnd).toHaveBeenCalledOnce()
  })
})

describe('back-pressure', () => {
  it('pauses the upstream while there is no client yet, and while the client is slow', async () => {
    let takes = true
    const it = setUp({ sinkTakes: () => takes })
    expect(it.feed(hello[0] ?? '')).toBe(false)
    await it.opened
    it.relay.body.start(it.sink)
    expect(it.upstream.resume).toHaveBeenCalledOnce()
    takes = false
    expect(it.feed(hello[1] ?? '')).toBe(false)
    it.drain()
    expect(it.upstream.resume).toHaveBeenCalledTimes(2)
  })
})

describe('silence', () => {
  it('is filled with comments every 15 seconds', () => {
    vi.useFakeTimers()
    const it = setUp()
    it.relay.body.start(it.sink)
    it.feed(hello[0] ?? '')
    vi.advanceTimersByTime(31_000)
    expect(it.text().match(/^: keep-alive$/gm)).toHaveLength(2)
    vi.useRealTimers()
  })
})
