import { describe, expect, it } from 'vitest'
import { composeMessages, composePrompt } from './compose-messages'
import { defaultSettings } from './settings'
import { makeConversation, makeStep, makeTurn } from './testing/make-conversation'

const call = { id: 'call_1', name: 'get_weather', arguments: '{"city":"Oslo"}' }
const result = { kind: 'tool' as const, id: 't', toolCallId: 'call_1', content: '4 °C' }

describe('composeMessages', () => {
  it('puts the system prompt first and keeps to one column', () => {
    const turns = [
      makeTurn('1', 'Hi', { a: [makeStep({ content: 'A' })], b: [makeStep({ content: 'B' })] }),
      makeTurn('2', 'More', { a: [], b: [] }),
    ]
    const conversation = makeConversation({ turns, settings: { ...defaultSettings, system: 'Be brief.' } })
    expect(composeMessages(conversation, { columnId: 'b' })).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'B' },
      { role: 'user', content: 'More' },
    ])
  })

  it('ends before the step that is to be written', () => {
    const [asked, going] = [makeStep({ content: '', toolCalls: [call] }), makeStep({ content: '' })]
    const turns = [
      makeTurn('1', 'Hi', { a: [asked, result, going] }),
      makeTurn('2', 'Later', { a: [makeStep()] }),
    ]
    const upto = { columnId: 'a', turnId: '1', beforeStepId: going.id }
    expect(composeMessages(makeConversation({ turns }), upto)).toEqual([
      { role: 'user', content: 'Hi' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'call_1', type: 'function', function: { name: call.name, arguments: call.arguments } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_1', content: '4 °C' },
    ])
  })

  it('leaves out calls without a result and answers that say nothing', () => {
    const turns = [
      makeTurn('1', 'One', { a: [makeStep({ content: '', toolCalls: [call] })] }),
      makeTurn('2', 'Two', { a: [makeStep({ content: 'Partly', toolCalls: [call], status: 'stopped' })] }),
      makeTurn('3', 'Three', { a: [makeStep({ content: '', status: 'failed' })] }),
    ]
    expect(composeMessages(makeConversation({ turns }), { columnId: 'a' })).toEqual([
      { role: 'user', content: 'One' },
      { role: 'user', content: 'Two' },
      { role: 'assistant', content: 'Partly' },
      { role: 'user', content: 'Three' },
    ])
  })
})

describe('composePrompt', () => {
  const image = {
    id: 'i',
    name: 'a.png',
    mediaType: 'image/png',
    dataUrl: 'data:image/png;base64,AA',
    sizeBytes: 1,
  }

  it('sends pictures as parts, with the text before them when there is one', () => {
    const part = { type: 'image_url', image_url: { url: image.dataUrl } }
    expect(composePrompt({ text: 'What is it?', images: [image] })).toEqual([
      { type: 'text', text: 'What is it?' },
      part,
    ])
    expect(composePrompt({ text: '', images: [image] })).toEqual([part])
    expect(composePrompt({ text: 'x', images: [] })).toBe('x')
  })
})
