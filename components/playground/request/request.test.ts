import { describe, expect, it } from 'vitest'
import { defaultSettings, type Settings } from '../state/settings'
import { buildRequest, findSettingsProblem } from './build-request'
import { parseJsonText } from './parse-json-text'
import { exampleSchema, parseSchema } from './parse-schema'
import { exampleTools, parseTools } from './parse-tools'

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

  it('leaves out what the model does not take', () => {
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

describe('parseTools', () => {
  it.each([
    ['', []],
    ['[]', []],
  ])('%j is no tools', (text, tools) => expect(parseTools(text)).toEqual({ ok: true, tools }))

  it('keeps members that it does not know', () => {
    const text = '[{"type":"function","function":{"name":"f","strict":true,"x":1},"y":2}]'
    expect(parseTools(text)).toEqual({ ok: true, tools: JSON.parse(text) })
  })

  it.each([
    ['{}', 'tools must be a list: [ … ].'],
    ['[1]', 'tools[0] must be an object {"type": "function", "function": {…}}.'],
    ['[{"type":"f","function":{"name":"f"}}]', 'tools[0].type must be "function".'],
    ['[{"type":"function","function":{}}]', 'tools[0].function.name is required.'],
    ['[{"type":"function","function":{"name":"a b"}}]', 'tools[0].function.name must be 1 to 64'],
    [
      '[{"type":"function","function":{"name":"f"}},{"type":"function","function":{"name":"f"}}]',
      'Two tools are named f.',
    ],
  ])('%s: %s', (text, problem) => {
    const parsed = parseTools(text)
    expect(parsed.ok ? '' : parsed.problem).toContain(problem)
  })
})

describe('parseSchema', () => {
  it('takes the wrapped form as it is', () => {
    const text = '{"name":"n","schema":{"type":"object"},"strict":false}'
    expect(parseSchema(text)).toEqual({ ok: true, jsonSchema: JSON.parse(text) })
  })

  it.each(['', '[]', '1', '{'])('refuses %j', (text) => expect(parseSchema(text).ok).toBe(false))
})

describe('parseJsonText', () => {
  it.each([
    ['[\n  1,\n  x\n]', 'Line 3: x is not expected here.'],
    ['{"a": 1,}', 'Line 1: } is not expected here.'],
    ["{\n'a': 1}", "Line 2: ' is not expected here."],
    ['{"a": 1}\n{', 'Line 2: { is not expected here.'],
    ['{"a": [1', 'The JSON ends too early: something is not closed.'],
    ['{"a": "x', 'The JSON ends too early: something is not closed.'],
    ['', 'The JSON ends too early: something is not closed.'],
  ])('%j: %s', (text, problem) => expect(parseJsonText(text)).toEqual({ ok: false, problem }))

  it('gives the value of what is valid', () => {
    expect(parseJsonText(' {"a": [1, "\\u00e9"]} ')).toEqual({ ok: true, value: { a: [1, 'é'] } })
  })
})
