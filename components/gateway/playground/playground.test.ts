import { describe, expect, it, test } from 'vitest'
import { Conversation } from './conversation/kept-conversation'
import { defaultSettings, type Settings } from './conversation/settings'
import { makeConversation, makeStep, makeTurn } from './conversation/testing'
import { exportFileName, writeExport } from './history/conversation-menu'
import { snapshotOf } from './history/share-dialog'
import { blockDirection, closeMarks } from './markdown/markdown'
import { splitBlocks } from './markdown/split-blocks'
import { type ChatModel, formatPricePerMillion, searchModels } from './models/chat-model'
import { presetOf, settingsOf } from './parameters/presets'
import { looksLikeJson } from './thread/answer-text'

describe('writeExport', () => {
  it('contains the requests as the API takes them and the whole record', () => {
    const turns = [makeTurn('1', 'Hi', { a: [makeStep({ content: 'Hello' })] })]
    const conversation = makeConversation({ turns })
    const exported = JSON.parse(writeExport(conversation, new Date(0)))
    expect(exported.exported_at).toBe('1970-01-01T00:00:00.000Z')
    expect(exported.requests).toEqual([
      {
        model: 'sandbox/chat',
        messages: [
          { role: 'user', content: 'Hi' },
          { role: 'assistant', content: 'Hello' },
        ],
      },
    ])
    expect(Conversation.parse(exported.conversation)).toEqual(conversation)
  })
})

describe('snapshotOf', () => {
  it('has what was said, and neither images, reasoning, tools nor the system prompt', () => {
    const steps = [
      makeStep({
        content: 'Looking.',
        reasoning: 'hm',
        toolCalls: [{ id: '1', name: 'f', arguments: '{}' }],
      }),
      { kind: 'tool', id: '2', toolCallId: '1', content: 'secret' } as const,
      makeStep({ content: 'Found.' }),
    ]
    const image = { id: 'i', name: 'a.png', mediaType: 'image/png', dataUrl: 'data:,', sizeBytes: 1 }
    const turn = makeTurn('1', 'Hi', { a: steps, b: [makeStep({ status: 'interrupted', content: '' })] })
    const second = makeTurn('2', 'Go on', { a: [makeStep({ status: 'streaming' })] })
    const turns = [{ ...turn, prompt: { text: 'Hi', images: [image] } }, second]
    const settings = { ...defaultSettings, system: 'Be kind.' }
    const conversation = makeConversation({ title: 'T', turns, settings }, ['sandbox/chat', 'sandbox/pro'])
    const shared = snapshotOf(conversation, () => 'Chat', false)
    expect(shared).toEqual({
      title: 'T',
      turns: [
        {
          prompt: 'Hi',
          images: 1,
          answers: [
            { model: 'Chat', text: 'Looking.\n\nFound.', status: 'done' },
            { model: 'Chat', text: '', status: 'stopped' },
          ],
        },
        { prompt: 'Go on', images: 0, answers: [] },
      ],
    })
    expect(snapshotOf(conversation, () => 'Chat', true).system).toBe('Be kind.')
  })
})

describe('presets', () => {
  const all: Settings = {
    system: 'Be brief.',
    temperature: 0.2,
    topP: 0.9,
    maxTokens: 100,
    frequencyPenalty: -1,
    presencePenalty: 1,
    stop: ['END'],
    seed: 7,
    responseFormat: 'json_schema',
    schemaText: JSON.stringify({ name: 'answer', schema: { type: 'object' }, strict: true }, null, 2),
    webSearch: true,
    toolsText: JSON.stringify([{ type: 'function', function: { name: 'f' } }], null, 2),
    toolChoice: 'function:f',
  }
  it.each([
    ['all', all],
    ['default', defaultSettings],
    ['required', { ...all, toolChoice: 'required', responseFormat: 'json_object', schemaText: '' } as const],
  ])('%s settings come back as they were', (_name, settings) =>
    expect(settingsOf(presetOf(settings))).toEqual(settings),
  )
})

describe('closeMarks', () => {
  it.each([
    ['a **bold', 'a **bold**'],
    ['a **bold**', 'a **bold**'],
    ['a **', 'a '],
    ['a `code', 'a `code`'],
    ['done `x`\n\nthen **b', 'done `x`\n\nthen **b**'],
    ['2 ** 3\n\nnext', '2 ** 3\n\nnext'],
  ])('%s', (text, closed) => expect(closeMarks(text)).toBe(closed))
})

describe('exportFileName', () => {
  it.each([
    ['What is 2 + 2?', 'what-is-2-2.json'],
    ['Żółw / ../x', 'zo-w-x.json'],
    ['🐢', 'conversation.json'],
  ])('%s → %s', (title, name) => expect(exportFileName(title)).toBe(name))
})

describe('formatPricePerMillion', () => {
  it.each([
    ['0.00000015', '$0.15'],
    ['0.0000006', '$0.60'],
    ['0.000075', '$75.00'],
    ['0.0000000375', '$0.0375'],
    ['0', 'Free'],
    ['x', null],
    [null, null],
  ])('%s → %s', (price, shown) => expect(formatPricePerMillion(price)).toBe(shown))
})

describe('searchModels', () => {
  const make = (id: string, name: string): ChatModel => ({
    id,
    name,
    contextLength: null,
    promptPrice: null,
    completionPrice: null,
    supportedParameters: [],
    readsImages: true,
  })
  const models = [
    make('openai/gpt-4.1', 'GPT-4.1'),
    make('sandbox/chat-pro', 'Sandbox Chat Pro'),
    make('acme/gpt', 'Acme'),
  ]
  const idsFor = (query: string) => searchModels(models, query).map((model) => model.id)

  it('finds by id and name, in any order of words', () => {
    expect(idsFor('')).toHaveLength(3)
    expect(idsFor('pro sandbox')).toEqual(['sandbox/chat-pro'])
    expect(idsFor('acme')).toEqual(['acme/gpt'])
    expect(idsFor('zzz')).toEqual([])
  })

  it('puts what begins with the query first', () =>
    expect(idsFor('gpt')).toEqual(['openai/gpt-4.1', 'acme/gpt']))
})

test.each([
  ['{"a": 1}', false, true],
  [' [1, 2] ', false, true],
  ['{"a": 1', false, false],
  ['[link](https://a.example)', false, false],
  ['42', false, false],
  ['{', true, true],
  ['{"a', true, true],
  ['[{"a', true, true],
  ['[link', true, false],
  ['{curly} text', true, false],
])('%j, being written %s: %s', (content, writing, expected) => {
  expect(looksLikeJson(content, writing)).toBe(expected)
})

const md = (text: string) => ({ kind: 'markdown', text })
const code = (language: string, text: string, closed = true) => ({
  kind: 'code',
  language,
  code: text,
  closed,
})

describe('splitBlocks', () => {
  it('cuts at blank lines', () => {
    expect(splitBlocks('# A\n\nb\nc\n\n\n> d')).toEqual([md('# A'), md('b\nc'), md('> d')])
  })

  it('is empty for nothing', () => {
    expect(splitBlocks('')).toEqual([])
    expect(splitBlocks('\n\n')).toEqual([])
  })

  it('makes fenced code a separate part, open or closed', () => {
    expect(splitBlocks('Text\n```TS\nconst a = 1\n\nb\n```\nmore')).toEqual([
      md('Text'),
      code('ts', 'const a = 1\n\nb'),
      md('more'),
    ])
    expect(splitBlocks('```\nab')).toEqual([code('', 'ab', false)])
    expect(splitBlocks('````md\n```\nx\n```\n````')).toEqual([code('md', '```\nx\n```')])
    expect(splitBlocks('~~~py title="x"\n```\n~~~')).toEqual([code('py', '```')])
  })

  it('does not take inline code for a fence', () => {
    expect(splitBlocks('```not``` a fence')).toEqual([md('```not``` a fence')])
  })

  it('keeps a list whole, with its loose items, paragraphs and code', () => {
    const list = '1. one\n\n2. two\n\n   more of two\n\n   ```js\n   a\n\nb\n   ```\n\n3. three'
    expect(splitBlocks(`${list}\n\nAfter`)).toEqual([md(list), md('After')])
  })

  it('keeps indented text with what stands before it', () => {
    expect(splitBlocks('a\n\n    indented')).toEqual([md('a\n\n    indented')])
  })

  it('gives link definitions to the parts that may need them', () => {
    expect(splitBlocks('See [x].\n\nNo link.\n\n[x]: https://a.example')).toEqual([
      md('See [x].\n\n[x]: https://a.example'),
      md('No link.'),
      md('[x]: https://a.example'),
    ])
  })

  it('changes only the last part while text is added', () => {
    const text = 'One\n\nTwo\n\n```js\nlet a\n```\n\nThree goes on'
    const whole = splitBlocks(text)
    for (let length = text.indexOf('Three') + 1; length < text.length; length++) {
      expect(splitBlocks(text.slice(0, length)).slice(0, -1)).toEqual(whole.slice(0, -1))
    }
  })
})

test('every block of an answer gets its own text direction, and text between blocks none', () => {
  const tree = { children: [{ type: 'element', properties: {} }, { type: 'text' }] }
  blockDirection()(tree)
  expect(tree.children).toEqual([{ type: 'element', properties: { dir: 'auto' } }, { type: 'text' }])
})
