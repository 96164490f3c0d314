import { describe, expect, it } from 'vitest'
import { ChatRequest } from '../../../schema'
import { GenerateContentRequest, ModelMethodRequest } from '../schema'
import { toChatRequest } from './chat-request'
import { toJsonSchema } from './json-schema'

const hello = { role: 'user', parts: [{ text: 'Hello' }] }

function translate(fields: object, supported: string[] = [], searches = true) {
  const request = GenerateContentRequest.parse(ModelMethodRequest.parse({ contents: [hello], ...fields }))
  const asked = toChatRequest({ model: 'm', request, searches, supported, isStream: false })
  // The result is a request that chat itself would accept.
  expect(ChatRequest.parse(asked)).toEqual(asked)
  return asked
}
const messagesOf = (...contents: object[]) => translate({ contents }).messages

describe('a request', () => {
  it('is translated to chat’s fields, and has no others', () => {
    const config = {
      temperature: 0.5,
      topP: 0.9,
      topK: 5,
      candidateCount: 1,
      maxOutputTokens: 100,
      stopSequences: ['END'],
      seed: 7,
      presencePenalty: 0.1,
      frequencyPenalty: 0.2,
      mediaResolution: 'MEDIA_RESOLUTION_LOW',
    }
    const fields = {
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      generationConfig: config,
      safetySettings: [],
    }
    expect(translate(fields)).toEqual({
      model: 'm',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
      ],
      temperature: 0.5,
      top_p: 0.9,
      max_tokens: 100,
      stop: ['END'],
      seed: 7,
      presence_penalty: 0.1,
      frequency_penalty: 0.2,
    })
    expect(translate(fields, ['top_k']).top_k).toBe(5)
  })

  it('may be written as Google’s documentation writes it, with underscores and numbers as text', () => {
    const snake = {
      system_instruction: { parts: [{ text: 'Be brief.' }] },
      generation_config: { max_output_tokens: '50', response_mime_type: 'application/json' },
      tools: [
        {
          function_declarations: [
            { name: 'f', parameters: { type: 'OBJECT', properties: { a_b: { type: 'STRING' } } } },
          ],
        },
      ],
    }
    expect(translate(snake)).toMatchObject({
      messages: [{ role: 'system' }, {}],
      max_tokens: 50,
      response_format: { type: 'json_object' },
      tools: [
        { function: { name: 'f', parameters: { type: 'object', properties: { a_b: { type: 'string' } } } } },
      ],
    })
  })

  // QuantumNous/new-api#1566, and Google's own examples.
  it('may have one value in place of a list', () => {
    const fields = {
      contents: { role: 'user', parts: { text: 'Hi' } },
      system_instruction: { parts: { text: 'Be brief.' } },
      tools: { functionDeclarations: { name: 'f' } },
      generationConfig: { stopSequences: 'END' },
    }
    expect(translate(fields)).toMatchObject({
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hi' },
      ],
      tools: [{ function: { name: 'f' } }],
      stop: ['END'],
    })
  })

  it.each([
    [{ thinkingBudget: 0 }, 'none'],
    [{ thinkingBudget: 1024 }, 'low'],
    [{ thinkingBudget: 1025 }, 'medium'],
    [{ thinkingBudget: 24_576 }, 'high'],
    [{ thinkingBudget: -1 }, undefined],
    [{ thinkingLevel: 'HIGH' }, 'high'],
    [{ includeThoughts: true }, undefined],
  ])('with thinkingConfig %j thinks %s', (thinkingConfig, effort) => {
    const fields = { generationConfig: { thinkingConfig } }
    expect(translate(fields, ['reasoning_effort']).reasoning_effort).toBe(effort)
    expect(translate(fields).reasoning_effort).toBeUndefined()
  })

  it('requests JSON by Google’s schemas and by JSON Schema', () => {
    const expected = { type: 'json_schema', json_schema: { name: 'output', schema: { type: 'object' } } }
    const json = { responseMimeType: 'application/json' }
    expect(
      translate({ generationConfig: { ...json, responseSchema: { type: 'OBJECT' } } }).response_format,
    ).toEqual(expected)
    expect(
      translate({ generationConfig: { ...json, responseJsonSchema: { type: 'object' } } }).response_format,
    ).toEqual(expected)
  })

  it.each([
    [{ generationConfig: { candidateCount: 2 } }, 'generationConfig.candidateCount'],
    [{ generationConfig: { responseModalities: ['IMAGE'] } }, 'generationConfig.responseModalities.0'],
    [{ generationConfig: { responseLogprobs: true } }, 'generationConfig.responseLogprobs'],
    [{ cachedContent: 'cachedContents/a' }, 'cachedContent'],
  ])('that would be answered differently is refused by name: %j', (fields, path) => {
    const parsed = ModelMethodRequest.safeParse({ contents: [hello], ...fields })
    expect(parsed.error?.issues[0]?.path.join('.')).toBe(path)
  })
})

describe('a conversation', () => {
  it('keeps texts, pictures, sounds and files in order', () => {
    const parts = [
      { text: 'See' },
      { inlineData: { mimeType: 'image/png', data: 'iVBO' } },
      { inlineData: { mimeType: 'audio/mpeg', data: 'SUQz' } },
      { inlineData: { mimeType: 'application/pdf', data: 'JVBE' } },
      { fileData: { mimeType: 'image/jpeg', fileUri: 'https://p.example/a.jpg' } },
    ]
    expect(messagesOf({ role: 'user', parts })).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBO' } },
          { type: 'input_audio', input_audio: { data: 'SUQz', format: 'mp3' } },
          { type: 'file', file: { filename: 'file.pdf', file_data: 'data:application/pdf;base64,JVBE' } },
          { type: 'image_url', image_url: { url: 'https://p.example/a.jpg' } },
        ],
      },
    ])
  })

  it.each(['gs://bucket/a.png', 'https://generativelanguage.googleapis.com/v1beta/files/a'])(
    'cannot have a file that only Google can read: %s',
    (fileUri) => {
      const part = { fileData: { mimeType: 'image/png', fileUri } }
      expect(() => messagesOf({ role: 'user', parts: [part] })).toThrow(
        expect.objectContaining({ status: 400, param: 'fileData.fileUri' }),
      )
    },
  )

  it('matches results to calls by ID, or by name in order', () => {
    const call = (args: object, id?: string) => ({ functionCall: { name: 'look', args, ...(id && { id }) } })
    const result = (output: string, id?: string) => ({
      functionResponse: { name: 'look', response: { output }, ...(id && { id }) },
    })
    const tool_calls = (ids: string[]) =>
      ids.map((id, at) => ({ id, type: 'function', function: { name: 'look', arguments: `{"at":${at}}` } }))
    expect(
      messagesOf(
        hello,
        { role: 'model', parts: [call({ at: 0 }), call({ at: 1 })] },
        { role: 'user', parts: [result('first'), result('second'), { text: 'And?' }] },
        { role: 'model', parts: [call({ at: 0 }, 'a'), call({ at: 1 }, 'b')] },
        { role: 'function', parts: [result('of b', 'b'), result('of a', 'a')] },
      ).slice(1),
    ).toEqual([
      { role: 'assistant', content: null, tool_calls: tool_calls(['call_1', 'call_2']) },
      { role: 'tool', tool_call_id: 'call_1', content: 'first' },
      { role: 'tool', tool_call_id: 'call_2', content: 'second' },
      { role: 'user', content: 'And?' },
      { role: 'assistant', content: null, tool_calls: tool_calls(['a', 'b']) },
      { role: 'tool', tool_call_id: 'b', content: 'of b' },
      { role: 'tool', tool_call_id: 'a', content: 'of a' },
    ])
  })

  it('says in words what has no call, and what models have no form for', () => {
    const stray = { functionResponse: { name: 'look', response: { error: 'dark' } } }
    const code = { executableCode: { language: 'PYTHON', code: '1+1' } }
    expect(messagesOf({ role: 'user', parts: [stray] }, { role: 'model', parts: [code] }, hello)).toEqual([
      { role: 'user', content: 'The result of look: Error: dark' },
      { role: 'assistant', content: '[executableCode: {"language":"PYTHON","code":"1+1"}]' },
      { role: 'user', content: 'Hello' },
    ])
  })

  it('is not refused for what agents keep: empty and unknown parts', () => {
    expect(messagesOf({ role: 'user' }, { role: 'model', parts: [{}, { text: '' }] }, hello)).toEqual([
      { role: 'user', content: '' },
      { role: 'user', content: 'Hello' },
    ])
  })
})

describe('tools', () => {
  const tools = [
    { functionDeclarations: [{ name: 'a' }, { name: 'b', parametersJsonSchema: { type: 'object' } }] },
  ]

  it.each([
    [undefined, undefined, ['a', 'b']],
    [{ mode: 'AUTO' }, undefined, ['a', 'b']],
    [{ mode: 'VALIDATED' }, undefined, ['a', 'b']],
    [{ mode: 'NONE' }, 'none', ['a', 'b']],
    [{ mode: 'ANY' }, 'required', ['a', 'b']],
    [{ mode: 'ANY', allowedFunctionNames: ['b'] }, 'required', ['b']],
  ])('with %j', (functionCallingConfig, choice, names) => {
    const asked = translate({ tools, toolConfig: { functionCallingConfig } })
    expect(asked.tool_choice).toBe(choice)
    expect(
      asked.tools?.map((tool) => 'function' in tool && Reflect.get(Object(tool.function), 'name')),
    ).toEqual(names)
  })

  it('must be declared where a call is required', () => {
    const toolConfig = { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['c'] } }
    expect(() => translate({ tools, toolConfig })).toThrow(expect.objectContaining({ status: 400 }))
  })

  it('search the web where the model can', () => {
    expect(translate({ tools: [{ googleSearch: {} }] }).web_search).toBe(true)
    expect(translate({ tools: [{ google_search: {} }, { codeExecution: {} }] }, [], false)).toEqual({
      model: 'm',
      messages: [{ role: 'user', content: 'Hello' }],
    })
  })
})

it('Google’s schemas become JSON Schema', () => {
  expect(
    toJsonSchema({
      type: 'OBJECT',
      properties: {
        type: { type: 'STRING', nullable: true, enum: ['a'] },
        list: { type: 'ARRAY', items: { type: 'INTEGER' }, minItems: '2' },
        either: { anyOf: [{ type: 'NUMBER' }, { type: 'BOOLEAN' }] },
      },
      propertyOrdering: ['type'],
      required: ['type'],
    }),
  ).toEqual({
    type: 'object',
    properties: {
      type: { type: ['string', 'null'], enum: ['a'] },
      list: { type: 'array', items: { type: 'integer' }, minItems: 2 },
      either: { anyOf: [{ type: 'number' }, { type: 'boolean' }] },
    },
    required: ['type'],
  })
})
