import { describe, expect, it } from 'vitest'
import { readAnswer } from '../../../answer'
import { readEvents, translated, wholeAnswer, wholeStream } from '../../../testing/chat-stream'
import { CountTokensRequest, MessageReply } from '../schema'
import { toPrompt } from './chat-request'
import { toMessageReply } from './message-reply'
import { MessageStream } from './message-stream'

const styleOf = (showsThoughts: boolean) => ({ showsThoughts, stopSequences: [], requestId: 'req_1' })
const format = 'anthropic-claude-v1'
const sealed = { extra_content: { google: { thought_signature: 'CtwF' } } }
const call = (id: string, more: object = {}) => ({
  id,
  type: 'function',
  function: { name: 'look', arguments: '{}' },
  ...more,
})

/** What a client has of an answer, whole and gathered from a stream, which must be the same. */
function contentOf(message: object, showsThoughts: boolean) {
  const answer = readAnswer(wholeAnswer(message, 'tool_calls'))
  const whole = MessageReply.parse(toMessageReply(answer, styleOf(showsThoughts))).content
  const { tool_calls = [], ...rest }: { tool_calls?: object[] } = message
  const deltas = [rest, ...tool_calls.map((one, index) => ({ tool_calls: [{ index, ...one }] }))]
  const events = readEvents(
    translated(wholeStream(deltas, 'tool_calls'), new MessageStream(styleOf(showsThoughts))),
  )
  return { whole, starts: events.filter(({ type }) => type === 'content_block_start'), events }
}

const sentBack = (content: unknown) => {
  const asked = CountTokensRequest.parse({ model: 'm', messages: [{ role: 'assistant', content }] })
  return toPrompt(asked, { functions: [], search: undefined, ignored: [] }).messages[0]
}

describe('the seal of a call', () => {
  const said = { reasoning_content: 'Hm', tool_calls: [call('a', sealed), call('b')] }

  it('is the signature of the thought before it, and is sent back with the call', () => {
    const { whole, events } = contentOf(said, true)
    expect(whole).toMatchObject([
      { type: 'thinking', thinking: 'Hm', signature: 'google-gemini-v1.CtwF' },
      { type: 'tool_use', id: 'a' },
      { type: 'tool_use', id: 'b' },
    ])
    const deltas = events.map(({ delta }) => delta)
    expect(deltas).toContainEqual({ type: 'signature_delta', signature: 'google-gemini-v1.CtwF' })
    expect(sentBack(whole)).toEqual({
      role: 'assistant',
      content: null,
      tool_calls: [call('a', sealed), call('b')],
    })
  })

  it('is sent once, however often an upstream repeats it', () => {
    const parts = [call('a', sealed), { function: { arguments: '' }, ...sealed }]
    const deltas = parts.map((one) => ({ tool_calls: [{ index: 0, ...one }] }))
    const events = readEvents(translated(wholeStream(deltas, 'tool_calls'), new MessageStream(styleOf(true))))
    const starts = events.filter(({ type }) => type === 'content_block_start')
    expect(starts.map((event) => event.content_block)).toMatchObject([
      { type: 'thinking' },
      { type: 'tool_use', id: 'a' },
    ])
  })

  it('has an empty thought if there is none before it', () => {
    const { whole, starts } = contentOf({ tool_calls: [call('a', sealed)] }, true)
    expect(whole).toMatchObject([{ type: 'thinking', thinking: '' }, { type: 'tool_use' }])
    expect(starts.map((event) => event.content_block)).toMatchObject([
      { type: 'thinking' },
      { type: 'tool_use' },
    ])
  })

  it('is part of the call if thoughts were not requested', () => {
    const { whole, starts } = contentOf(said, false)
    expect(whole).toMatchObject([
      { type: 'tool_use', id: 'a', ...sealed },
      { type: 'tool_use', id: 'b' },
    ])
    expect(whole[1]).not.toHaveProperty('extra_content')
    expect(starts.map((event) => event.content_block)).toMatchObject([sealed, { id: 'b' }])
    expect(sentBack(whole)).toMatchObject({ tool_calls: [call('a', sealed), call('b')] })
  })
})

describe('the seals of thoughts', () => {
  const details = [
    { type: 'reasoning.text', text: 'One.', signature: 's1', format },
    { type: 'reasoning.encrypted', data: 'dark', format },
    { type: 'reasoning.text', text: 'Two.', signature: 's2', format },
  ]

  it('stay with their thoughts', () => {
    const said = { reasoning_content: 'One.Two.', reasoning_details: details, content: 'So' }
    const content = toMessageReply(readAnswer(wholeAnswer(said)), styleOf(true)).content
    expect(content).toMatchObject([
      { type: 'thinking', thinking: 'One.', signature: 's1' },
      { type: 'redacted_thinking', data: 'dark' },
      { type: 'thinking', thinking: 'Two.', signature: 's2' },
      { type: 'text', text: 'So' },
    ])
    expect(sentBack(content)).toMatchObject({ reasoning_details: details })
  })
})

describe('citations', () => {
  const url_citation = {
    url: 'https://a.example',
    title: 'A',
    content: 'Words.',
    start_index: 0,
    end_index: 2,
  }
  const citation = {
    type: 'web_search_result_location',
    url: 'https://a.example',
    title: 'A',
    cited_text: 'Words.',
    encrypted_index: '',
  }
  const annotations = [{ type: 'url_citation', url_citation }]

  it('belong to the text, even if they arrive before it', () => {
    const whole = toMessageReply(readAnswer(wholeAnswer({ content: 'So', annotations })), styleOf(false))
    expect(whole.content).toEqual([{ type: 'text', text: 'So', citations: [citation] }])
    for (const deltas of [
      [{ content: 'So' }, { annotations }],
      [{ annotations }, { content: 'So' }],
    ]) {
      const events = readEvents(translated(wholeStream(deltas), new MessageStream(styleOf(false))))
      expect(events.map(({ delta }) => delta)).toContainEqual({ type: 'citations_delta', citation })
      expect(events.filter(({ type }) => type === 'content_block_start')).toHaveLength(1)
    }
  })
})
