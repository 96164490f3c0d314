import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { AnswerPart } from './answer'
import { CallIds, CallNames, CallOrder } from './dialect'
import { ChatRequest } from './schema'

const startOf = (name: string): AnswerPart => ({ type: 'call', index: 0, id: 'call_0', name, arguments: '' })
const start = (index: number, given = ''): AnswerPart => ({
  type: 'call',
  index,
  id: `call_${index}`,
  name: 'look',
  arguments: given,
})
const more = (index: number, given: string): AnswerPart => ({
  type: 'call',
  index,
  id: '',
  name: '',
  arguments: given,
})
const text: AnswerPart = { type: 'text', text: 'So' }

/** What leaves at once, and what leaves at the end. */
function order(...parts: AnswerPart[]) {
  const calls = new CallOrder()
  return { atOnce: parts.flatMap((part) => calls.push(part)), atEnd: calls.end() }
}

describe('parts of a stream', () => {
  it('of one call after another are passed on as they arrive', () => {
    const parts = [text, start(0), more(0, '{"a"'), more(0, ':1}'), start(1, '{'), more(1, '}'), text]
    expect(order(...parts)).toEqual({ atOnce: parts, atEnd: [] })
  })

  it('of interleaved calls are passed on one call after another, and other parts after them', () => {
    expect(
      order(
        start(0),
        start(1),
        more(0, '{"a":'),
        more(1, '{"b":'),
        text,
        start(2),
        more(1, '2}'),
        more(0, '1}'),
      ),
    ).toEqual({
      atOnce: [start(0), more(0, '{"a":'), more(0, '1}')],
      atEnd: [start(1), more(1, '{"b":'), more(1, '2}'), text, start(2), more(2, '{}')],
    })
  })

  it('of a call without arguments get {}', () => {
    expect(order(start(0))).toEqual({ atOnce: [start(0)], atEnd: [more(0, '{}')] })
    expect(order(start(0), start(1, ' '))).toEqual({
      atOnce: [start(0)],
      atEnd: [more(0, '{}'), start(1, ' '), more(1, '{}')],
    })
  })
})

it('calls with an ID that the conversation has used get a new one, the same in all parts', () => {
  const call = { id: 'call_0', type: 'function' as const, function: { name: 'look', arguments: '{}' } }
  const ids = new CallIds({ messages: [{ role: 'assistant', content: null, tool_calls: [call] }] })
  const [first, again, other] = [start(0), { ...start(0), name: '' }, start(1)].map((part) =>
    ids.replaceId(part),
  )
  expect(first).toMatchObject({ id: expect.stringMatching(/^call_\w{20,}/), name: 'look' })
  expect(again).toMatchObject({ id: Object(first).id })
  expect(other).toEqual(start(1))
  expect(ids.replaceId(text)).toBe(text)
})

// packit/ai-workflows#619, Yeachan-Heo/oh-my-claudecode#235: Claude Code's names of MCP tools are longer than 64 characters.
it('names that servers of chat completions refuse are others there, and the caller’s again in the answer', () => {
  const long = `mcp__plugin_youtube-analytics__${'get_video_details_'.repeat(4)}`
  const named = (name: string) => ({ type: 'function', function: { name } })
  const called = (name: string) => ({ id: 'a', type: 'function', function: { name, arguments: '{}' } })
  const request = (...names: [string, string, string]) =>
    ChatRequest.parse({
      model: 'm',
      tools: [...names.map(named), { type: 'bash_20250124', name: 'bash' }],
      tool_choice: named(names[0]),
      messages: [{ role: 'assistant', content: null, tool_calls: names.map(called) }],
    })
  const names = new CallNames()
  const fit = names.fit(request(long, 'files.read', 'look'))
  const sent = ChatRequest.parse(fit).tools?.map((tool) => Object(tool.function).name)
  expect(sent).toEqual([
    expect.stringMatching(/^mcp__plugin_[\w-]{52}$/),
    expect.stringMatching(/^files_read_\w{8}$/),
    'look',
    undefined,
  ])
  expect(fit).toEqual(request(...z.tuple([z.string(), z.string(), z.string()]).parse(sent?.slice(0, 3))))
  for (const [at, name] of [long, 'files.read', 'look'].entries())
    expect(names.restore(startOf(sent?.[at]))).toEqual(startOf(name))
  expect(names.restore(more(0, '{}'))).toEqual(more(0, '{}'))
})
