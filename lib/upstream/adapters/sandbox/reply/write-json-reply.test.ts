import { Ajv2020 } from 'ajv/dist/2020'
import { describe, expect, it } from 'vitest'
import { askSandbox } from '../testing/ask-sandbox'
import { weatherTool } from '../testing/weather-tool'

const ajv = new Ajv2020({ strict: false, logger: false })

describe('tools and JSON', () => {
  it('calls a tool for each city at once', async () => {
    const { choices } = await askSandbox.complete('Weather in Paris and Oslo?', { tools: [weatherTool] })
    expect(choices[0]?.message.content).toBeNull()
    expect(choices[0]?.finish_reason).toBe('tool_calls')
    const cities = choices[0]?.message.tool_calls?.map((item) => JSON.parse(item.function.arguments).city)
    expect(cities).toEqual(['Paris', 'Oslo'])
  })

  it('json_object is one object with the keys asked for', async () => {
    const { choices } = await askSandbox.complete(
      'Extract name and age as JSON with keys "name" and "age": Ana is 31 years old.',
      { response_format: { type: 'json_object' } },
    )
    expect(JSON.parse(choices[0]?.message.content ?? '')).toEqual({ name: 'Ana', age: 31 })
    const plain = await askSandbox.complete('What is 2+2? Answer in JSON.', {
      response_format: { type: 'json_object' },
    })
    expect(JSON.parse(plain.choices[0]?.message.content ?? '')).toMatchObject({ answer: '2 + 2 = 4' })
  })

  it('json_schema is an instance of the schema, filled from the message', async () => {
    const schema = {
      type: 'object',
      properties: {
        name: { type: 'string' },
        date: { type: 'string' },
        participants: { type: 'array', items: { type: 'string' } },
      },
      required: ['name', 'date', 'participants'],
      additionalProperties: false,
    }
    const format = { type: 'json_schema', json_schema: { name: 'event', strict: true, schema } }
    const { choices } = await askSandbox.complete('Alice and Bob are going to a "science fair" on Friday.', {
      response_format: format,
    })
    const value = JSON.parse(choices[0]?.message.content ?? '')
    expect(ajv.validate(schema, value)).toBe(true)
    expect(value).toEqual({ name: 'science fair', date: 'Friday', participants: ['Alice', 'Bob'] })
  })
})
