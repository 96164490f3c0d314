import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { exampleSchema, exampleTools } from './json-settings'
import {
  buildRequest,
  composeMessages,
  composePrompt,
  findSettingsProblem,
  type WireRequest,
} from './request'
import { defaultSettings, type Settings } from './settings'
import {
  pythonDialect,
  quoteShell,
  type SnippetInput,
  shortenDataUrls,
  typescriptDialect,
  writeCurl,
  writeLiteral,
  writePython,
  writeTypescript,
} from './snippets'
import { makeConversation, makeStep, makeTurn } from './testing'

const messages = [{ role: 'user' as const, content: 'Hi' }]
const build = (change: Partial<Settings>, supported: string[] = []) =>
  buildRequest({ modelId: 'm', supported, settings: { ...defaultSettings, ...change }, messages })

describe('buildRequest', () => {
  it('sends nothing that was not chosen', () => {
    expect(build({})).toEqual({ model: 'm', messages })
  })

  it('sends every parameter under its name on the wire, zero too', () => {
    const settings: Partial<Settings> = {
      temperature: 0,
      topP: 0,
      maxTokens: 5,
      frequencyPenalty: -2,
      presencePenalty: 2,
      stop: ['END'],
      seed: 0,
      webSearch: true,
      responseFormat: 'json_object',
    }
    expect(build(settings)).toEqual({
      model: 'm',
      messages,
      temperature: 0,
      top_p: 0,
      max_tokens: 5,
      frequency_penalty: -2,
      presence_penalty: 2,
      stop: ['END'],
      seed: 0,
      web_search: true,
      response_format: { type: 'json_object' },
    })
  })

  it('leaves out what the model does not support', () => {
    const asked = { temperature: 1, seed: 1, webSearch: true, toolsText: exampleTools }
    expect(build(asked, ['temperature', 'web_search'])).toEqual({
      model: 'm',
      messages,
      temperature: 1,
      web_search: true,
    })
  })

  it('sends tools with the choice of one of them', () => {
    const tools = JSON.parse(exampleTools)
    expect(build({ toolsText: exampleTools })).toEqual({ model: 'm', messages, tools })
    expect(build({ toolsText: exampleTools, toolChoice: 'required' }).tool_choice).toBe('required')
    expect(build({ toolsText: exampleTools, toolChoice: 'function:get_weather' }).tool_choice).toEqual({
      type: 'function',
      function: { name: 'get_weather' },
    })
    expect(build({ toolsText: exampleTools, toolChoice: 'function:gone' })).not.toHaveProperty('tool_choice')
  })

  it('wraps a bare JSON Schema', () => {
    expect(build({ responseFormat: 'json_schema', schemaText: exampleSchema }).response_format).toEqual({
      type: 'json_schema',
      json_schema: { name: 'person', strict: true, schema: JSON.parse(exampleSchema) },
    })
  })
})

describe('findSettingsProblem', () => {
  it('finds broken tools and a missing schema, and nothing else', () => {
    expect(findSettingsProblem(defaultSettings)).toBeNull()
    expect(findSettingsProblem({ ...defaultSettings, schemaText: '{' })).toBeNull()
    expect(findSettingsProblem({ ...defaultSettings, toolsText: '{' })?.where).toBe('tools')
    expect(findSettingsProblem({ ...defaultSettings, responseFormat: 'json_schema' })?.where).toBe('schema')
  })
})

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

  it('ends before the step being written', () => {
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

  it('leaves out calls without a result and empty answers', () => {
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

  it('sends images as parts, after the text if there is one', () => {
    const part = { type: 'image_url', image_url: { url: image.dataUrl } }
    expect(composePrompt({ text: 'What is it?', images: [image] })).toEqual([
      { type: 'text', text: 'What is it?' },
      part,
    ])
    expect(composePrompt({ text: '', images: [image] })).toEqual([part])
    expect(composePrompt({ text: 'x', images: [] })).toBe('x')
  })
})

const nasty = `It's "quoted" \\ and $HOME \`ls\` !x %s\nsecond line\ttab – żółw 🐢 \u2028 ' '' \ud83d`

const request: WireRequest = {
  model: 'sandbox/chat',
  messages: [{ role: 'user', content: nasty }],
  temperature: 0.2,
  web_search: true,
}
const input = (change: Partial<SnippetInput> = {}): SnippetInput => ({
  request,
  origin: 'http://localhost:3000',
  stream: true,
  ...change,
})

/** Splits a shell command into words without running it. */
function wordsOf(command: string): string[] {
  const script = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }\n${command}`
  const printed = execFileSync('sh', ['-c', script], {
    env: { ...process.env, PORTICO_API_KEY: 'sk-portico-x' },
  })
  return printed.toString('utf8').split('\0').slice(0, -1)
}

describe('quoteShell', () => {
  it.each(['', 'plain', "it's", "''", '$HOME `ls` "x" \\', 'two\nlines', '🐢 ż'])(
    'keeps %j whole',
    (text) => {
      expect(wordsOf(`curl ${quoteShell(text)}`)).toEqual([text])
    },
  )
})

describe('writeCurl', () => {
  it('gives the shell exactly the request', () => {
    const words = wordsOf(writeCurl(input()))
    expect(words[0]).toBe('-N')
    expect(words[1]).toBe('http://localhost:3000/v1/chat/completions')
    expect(words).toContain('Authorization: Bearer sk-portico-x')
    expect(JSON.parse(words.at(-1) ?? '')).toEqual({
      ...request,
      stream: true,
      stream_options: { include_usage: true },
    })
  })

  it('leaves the stream out if it is off', () => {
    const words = wordsOf(writeCurl(input({ stream: false })))
    expect(words).not.toContain('-N')
    expect(JSON.parse(words.at(-1) ?? '')).toEqual(request)
  })
})

describe('writeLiteral', () => {
  const value = {
    role: 'user',
    'x-y': [1, -0.5, true, false, null, nasty],
    empty: {},
    none: [],
    left: undefined,
  }

  it('writes TypeScript that means the same', () => {
    const literal = writeLiteral(value, typescriptDialect)
    expect(new Function(`return (${literal})`)()).toEqual(JSON.parse(JSON.stringify(value)))
  })

  it('keeps short things on one line and breaks long ones', () => {
    expect(writeLiteral({ a: 1, b: ['x'] }, typescriptDialect)).toBe('{ a: 1, b: ["x"] }')
    expect(writeLiteral({ a: 'x'.repeat(80) }, pythonDialect)).toBe(`{\n    "a": "${'x'.repeat(80)}",\n}`)
  })

  it('writes the words of Python', () => {
    expect(writeLiteral([true, false, null], pythonDialect)).toBe('[True, False, None]')
  })

  it.skipIf(!hasPython())('writes Python that means the same', () => {
    const literal = writeLiteral(value, pythonDialect)
    const script = `import json,sys\nsys.stdout.write(json.dumps(${literal}))`
    const printed = execFileSync('python3', ['-c', script]).toString('utf8')
    expect(JSON.parse(printed)).toEqual(JSON.parse(JSON.stringify(value)))
  })
})

describe('the SDK snippets', () => {
  it('reads the key from the environment and never holds one', () => {
    for (const code of [writeTypescript(input()), writePython(input()), writeCurl(input())]) {
      expect(code).toContain('PORTICO_API_KEY')
      expect(code).not.toContain('sk-')
    }
  })

  it('passes the field that the SDKs do not know separately', () => {
    expect(writeTypescript(input())).toContain('...{ web_search: true },')
    expect(writePython(input())).toContain('extra_body={"web_search": True},')
    expect(writePython(input())).not.toContain('web_search=')
  })

  it('reads a stream or a whole answer', () => {
    expect(writeTypescript(input())).toContain('for await (const chunk of stream)')
    expect(writeTypescript(input({ stream: false }))).toContain('completion.choices[0]?.message')
    expect(writePython(input())).toContain('stream=True,')
    expect(writePython(input({ stream: false }))).not.toContain('stream')
  })

  it.skipIf(!hasPython())('is valid Python', () => {
    execFileSync('python3', ['-c', 'import ast,sys; ast.parse(sys.stdin.read())'], {
      input: writePython(input()),
    })
  })
})

describe('shortenDataUrls', () => {
  it('cuts long images and leaves the rest', () => {
    const url = `data:image/png;base64,${'A'.repeat(500)}`
    expect(shortenDataUrls(`{"url": "${url}", "x": 1}`)).toBe(`{"url": "${url.slice(0, 48)}…", "x": 1}`)
    expect(shortenDataUrls('data:image/png;base64,AAAA')).toBe('data:image/png;base64,AAAA')
  })
})

function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
