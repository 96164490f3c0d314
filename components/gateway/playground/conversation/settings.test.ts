import { describe, expect, it } from 'vitest'
import { parseJsonText, parseSchema, parseTools } from './json-settings'
import { countChangedSettings, defaultSettings } from './settings'

describe('countChangedSettings', () => {
  it('counts what would be sent differently', () => {
    expect(countChangedSettings(defaultSettings)).toBe(0)
    expect(
      countChangedSettings({ ...defaultSettings, system: 'x', schemaText: '{}', toolChoice: 'none' }),
    ).toBe(0)
    expect(countChangedSettings({ ...defaultSettings, temperature: 1, stop: ['x'], toolsText: '[]' })).toBe(3)
  })
})

describe('parseTools', () => {
  it.each([
    ['', []],
    ['[]', []],
  ])('%j is no tools', (text, tools) => expect(parseTools(text)).toEqual({ ok: true, tools }))

  it('keeps unknown members', () => {
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
  it('accepts the wrapped form unchanged', () => {
    const text = '{"name":"n","schema":{"type":"object"},"strict":false}'
    expect(parseSchema(text)).toEqual({ ok: true, jsonSchema: JSON.parse(text) })
  })

  it.each(['', '[]', '1', '{'])('refuses %j', (text) => expect(parseSchema(text).ok).toBe(false))
})

describe('parseJsonText', () => {
  it.each([
    ['[\n  1,\n  x\n]', 'Line 3: unexpected x.'],
    ['{"a": 1,}', 'Line 1: unexpected }.'],
    ["{\n'a': 1}", "Line 2: unexpected '."],
    ['{"a": 1}\n{', 'Line 2: unexpected {.'],
    ['{"a": [1', 'Unexpected end of JSON: something is not closed.'],
    ['{"a": "x', 'Unexpected end of JSON: something is not closed.'],
    ['', 'Unexpected end of JSON: something is not closed.'],
  ])('%j: %s', (text, problem) => expect(parseJsonText(text)).toEqual({ ok: false, problem }))

  it('returns the value of valid JSON', () => {
    expect(parseJsonText(' {"a": [1, "\\u00e9"]} ')).toEqual({ ok: true, value: { a: [1, 'é'] } })
  })
})
