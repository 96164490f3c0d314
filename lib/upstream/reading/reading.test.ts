import { describe, expect, it, test } from 'vitest'
import { classifyError, parseErrorEnvelope } from './errors'
import { BodyStart, EventSplitter } from './frames'
import { readFinishReason, readMessage, wordsOf } from './message'
import { readUsage } from './usage'

const bytesOf = (text: string) => Buffer.from(text)

describe('frames', () => {
  const payloadsOf = (text: string) => {
    const splitter = new EventSplitter()
    return [...splitter.push(bytesOf(text)), ...splitter.end()]
  }

  it.each([
    ['data: {"a":1}\n\ndata: [DONE]\n\n', ['{"a":1}', '[DONE]']],
    ['data:{"a":1}\r\n\r\ndata:[DONE]\r\n\r\n', ['{"a":1}', '[DONE]']],
    ['data: {"a":1}\ndata: {"b":2}\ndata: [DONE]\n', ['{"a":1}', '{"b":2}', '[DONE]']],
    ['data: {"a":\ndata: 1}\n\n', ['{"a":\n1}']],
    ['data: \n\ndata:\n\ndata: {"a":1}\n\n', ['{"a":1}']],
    // QuantumNous/new-api#5367
    ['data: data: {"a":1}\n\ndata:data: [DONE]\n\n', ['{"a":1}', '[DONE]']],
    ['{"a":1}\n{"b":2}\n', ['{"a":1}', '{"b":2}']],
    ['id: 7\nretry: 10\nevent: x\ndata: {"a":1}', ['{"a":1}']],
    ['\uFEFFdata: {"a":1}', ['{"a":1}']],
    ['event: error\ndata: {"message":"m"}\n\n', ['{"error":{"message":"m"}}']],
    ['event: error\ndata: too busy\n\n', ['{"error":"too busy"}']],
    ['event: error\ndata: {"error":{"message":"m"}}\n\n', ['{"error":{"message":"m"}}']],
    ['', []],
  ])('%j', (text, payloads) => {
    expect(payloadsOf(text)).toEqual(payloads)
  })

  it.each([
    ['data: x', 'events'],
    ['\uFEFF\n: hi\n\n : ev\nevent: x', 'events'],
    ['da', undefined],
    [' \n: comment without an end', undefined],
    ['\uFEFF {"a"', 'json'],
    ['[1]', 'json'],
    ['<html>', 'other'],
    ['dat<', 'other'],
  ])('%j begins as %s, wherever it is cut', (text, kind) => {
    const whole = bytesOf(text).toString('latin1')
    for (let cut = 3; cut < whole.length; cut++) {
      const start = new BodyStart()
      const found = start.read(whole.slice(0, cut)) ?? start.read(whole.slice(cut))
      expect(found).toBe(kind)
    }
  })
})

describe('a finish reason', () => {
  it.each([
    ['stop', 'stop'],
    ['STOP', 'stop'],
    ['length', 'length'],
    ['max_tokens', 'length'],
    ['MAX_TOKENS', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['tool_use', 'tool_calls'],
    ['function_call', 'tool_calls'],
    ['sensitive', 'content_filter'],
    ['SAFETY', 'content_filter'],
    ['refusal', 'content_filter'],
    ['guardrail_intervened', 'content_filter'],
    ['error', 'failed'],
    ['abort', 'failed'],
    ['network_error', 'failed'],
    ['insufficient_system_resource', 'failed'],
    ['MALFORMED_FUNCTION_CALL', 'failed'],
    ['timeout', 'failed'],
    ['eos', 'unknown'],
    ['end_turn', 'unknown'],
    ['constructor', 'unknown'],
    ['', null],
    ['null', null],
    [null, null],
    [0, null],
    [{ reason: 'stop' }, null],
  ])('%j is %s', (said, told) => {
    expect(readFinishReason(said)).toBe(told)
  })
})

describe('usage', () => {
  const counts = { prompt_tokens: 32, completion_tokens: 9 }
  it.each([
    [counts, [32, 9, undefined]],
    [{ ...counts, total_tokens: null, prompt_tokens_details: [] }, [32, 9, undefined]],
    [{ prompt_tokens: '32', completion_tokens: '9' }, [32, 9, undefined]],
    [{ input_tokens: 32, output_tokens: 9, input_tokens_details: { cached_tokens: 8 } }, [32, 9, 8]],
    [{ prompt_tokens: 32, total_tokens: 41 }, [32, 9, undefined]],
    [{ ...counts, cached_tokens: 18 }, [32, 9, 18]],
    [{ ...counts, prompt_cache_hit_tokens: 18 }, [32, 9, 18]],
    [{ ...counts, cached_tokens: 3, prompt_tokens_details: { cached_tokens: 18 } }, [32, 9, 18]],
    [{ ...counts, prompt_tokens_details: { cached_tokens: -1 } }, [32, 9, undefined]],
    [
      { ...counts, total_tokens: 135, completion_tokens_details: { reasoning_tokens: 94 } },
      [32, 103, undefined],
    ],
    [
      {
        ...counts,
        completion_tokens: 103,
        total_tokens: 135,
        completion_tokens_details: { reasoning_tokens: 94 },
      },
      [32, 103, undefined],
    ],
    // router-for-me/CLIProxyAPI#5733, also where no total says so
    [{ ...counts, completion_tokens_details: { reasoning_tokens: 94 } }, [32, 103, undefined]],
    [{ inputTokens: 32, outputTokens: 9, totalTokens: 59, cacheReadInputTokens: 18 }, [32, 9, 18]],
    // Details of zeros that a proxy adds
    [{ ...counts, prompt_cache_hit_tokens: 18, prompt_tokens_details: { cached_tokens: 0 } }, [32, 9, 18]],
  ])('%j', (value, [prompt, completion, cached]) => {
    const usage = readUsage(value)
    expect([
      usage?.prompt_tokens,
      usage?.completion_tokens,
      usage?.prompt_tokens_details?.cached_tokens,
    ]).toEqual([prompt, completion, cached])
  })

  it.each([
    [undefined],
    [null],
    [[]],
    ['12'],
    [{}],
    [{ prompt_tokens: 1 }],
    [{ ...counts, completion_tokens: -1 }],
    [{ ...counts, completion_tokens: 1.5 }],
    [{ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }],
  ])('%j is none', (value) => {
    expect(readUsage(value)).toBeUndefined()
  })

  it.each<[string, object, (number | undefined)[]]>([
    [
      'Anthropic’s',
      { cache_creation_input_tokens: 20, cache_creation: { ephemeral_1h_input_tokens: 8 } },
      [20, 8],
    ],
    ['Bedrock’s', { cacheWriteInputTokens: 20 }, [20, undefined]],
    [
      'new-api’s',
      { prompt_tokens_details: { cache_write_tokens: 0, cached_creation_tokens: 20 } },
      [20, undefined],
    ],
  ])('has the tokens written to a cache by %s name', (_whose, more, written) => {
    const details = readUsage({ ...counts, ...more })?.prompt_tokens_details
    expect([details?.cache_write_tokens, details?.cache_write_1h_tokens]).toEqual(written)
  })

  const none = [undefined, undefined, undefined, undefined]
  it.each<[string, object, (number | undefined)[]]>([
    [
      'OpenAI’s',
      {
        prompt_tokens_details: { audio_tokens: 5, image_tokens: '6' },
        completion_tokens_details: { audio_tokens: 2, image_tokens: 3 },
      },
      [6, 5, undefined, 3],
    ],
    [
      'OpenAI’s for speech',
      { input_token_details: { audio_tokens: 5, cached_tokens_details: { audio_tokens: 4 } } },
      [undefined, 5, 4, undefined],
    ],
    [
      'Gemini’s',
      {
        promptTokensDetails: [
          { modality: 'TEXT', tokenCount: 20 },
          { modality: 'AUDIO', tokenCount: 5 },
          { modality: 'IMAGE', tokenCount: 3 },
          { modality: 'IMAGE', tokenCount: '3' },
          { modality: 'VIDEO', tokenCount: 2 },
        ],
        cacheTokensDetails: [{ modality: 'AUDIO', tokenCount: 4 }],
        candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 3 }, {}, null, 'x'],
      },
      [6, 5, 4, 3],
    ],
    ['no list', { promptTokensDetails: { AUDIO: 5 }, candidatesTokensDetails: null }, none],
    ['no counts', { prompt_tokens_details: { audio_tokens: -1, image_tokens: [] } }, none],
  ])('tells pictures and sound apart in %s', (_whose, details, kinds) => {
    const usage = readUsage({ ...counts, ...details })
    const { prompt_tokens_details: prompt, completion_tokens_details: completion } = usage ?? {}
    expect([
      prompt?.image_tokens,
      prompt?.audio_tokens,
      prompt?.cached_audio_tokens,
      completion?.image_tokens,
    ]).toEqual(kinds)
  })
})

describe('a message', () => {
  const thinking = (...texts: string[]) => ({
    type: 'thinking',
    thinking: texts.map((text) => ({ type: 'text', text })),
  })
  const text = (words: string) => ({ type: 'text', text: words })

  it.each([
    [{ content: 'a', x: 1 }, { content: 'a', x: 1 }, 'a'],
    [{ content: null, refusal: 7 }, { content: null }, ''],
    [{ content: 5 }, {}, ''],
    ['a', { content: 'a' }, 'a'],
    [{ content: [text('a'), 'b', null, 5] }, { content: 'ab' }, 'ab'],
    [{ content: text('a') }, { content: 'a' }, 'a'],
    [
      { content: [thinking('t', 'u'), text('a')] },
      { content: 'a', reasoning_content: 'tu', reasoning: 'tu' },
      'atu',
    ],
    [{ reasoning_content: 'a', reasoning: '' }, { reasoning_content: 'a', reasoning: 'a' }, 'a'],
    [{ reasoning: 'a', reasoning_content: 'b' }, { reasoning: 'a', reasoning_content: 'b' }, 'b'],
    [{ reasoning: { effort: 'low' } }, {}, ''],
    [{ thinking: 'a' }, { thinking: 'a', reasoning_content: 'a', reasoning: 'a' }, 'a'],
    [{ reasoning_text: 'a' }, { reasoning_text: 'a', reasoning_content: 'a', reasoning: 'a' }, 'a'],
    [
      { reasoning_details: [{ text: 'a', signature: 'x' }] },
      { reasoning_details: [{ text: 'a', signature: 'x' }] },
      '',
    ],
    // BerriAI/litellm#30796
    [
      { reasoning_details: [{ type: 'reasoning.text', text: 'a' }, { data: 'x' }] },
      {
        reasoning_details: [{ type: 'reasoning.text', text: 'a' }, { data: 'x' }],
        reasoning_content: 'a',
        reasoning: 'a',
      },
      'a',
    ],
    [{ audio: { transcript: 'a' } }, { audio: { transcript: 'a' } }, 'a'],
    [{ images: [{}] }, { images: [{}] }, ' '],
  ])('%j', (said, told, words) => {
    expect(readMessage(said)).toEqual(told)
    expect(wordsOf(readMessage(said))).toBe(words)
  })
})

// kortix-ai/suna#6368, earendil-works/pi (overflow.ts)
describe('a prompt that is too long', () => {
  const codeOf = (message: string) =>
    classifyError(parseErrorEnvelope(JSON.stringify({ error: { message, code: 400 } })), 400).code

  test.each([
    ['Anthropic', 'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000'],
    ['xAI', "This model's maximum prompt length is 131072 but the request contains 537812 tokens."],
    ['OpenAI', 'Your input exceeds the context window of this model.'],
    ['Copilot', 'prompt token count of 140000 exceeds the limit of 128000'],
    ['Moonshot', 'Invalid request: Your request exceeded model token limit: 262144'],
    ['Zhipu', 'Prompt exceeds max length'],
    ['DashScope', 'Range of input length should be [1, 30720]'],
    ['vLLM', 'The decoder prompt (length 50000) is longer than the maximum model length of 32768.'],
    ['SGLang', "The input (5000 tokens) is longer than the model's context length (4096 tokens)."],
    ['LM Studio', 'The number of tokens to keep is greater than the context length'],
    ['llama.cpp', 'the request exceeds the available context size, try increasing it'],
    ['Ollama', 'prompt too long; exceeded max context length by 4 tokens'],
    ['TGI', 'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096'],
    ['Cohere', 'too many tokens: size limit exceeded by 1000 tokens'],
  ])('is recognized in the words of %s', (_whose, message) => {
    expect(codeOf(message)).toBe('context_length_exceeded')
  })

  test.each(['max_tokens is too large: 9000', 'name exceeds max length 64', 'Too many tokens in stop'])(
    'is not %j',
    (message) => expect(codeOf(message)).toBeUndefined(),
  )
})

// theopenco/llmgateway#1785, Wei-Shaw/sub2api#5359, deepseek-ai/DeepSeek-V2#30, esengine/DeepSeek-Reasonix#6818
describe('a refusal by a content policy', () => {
  test.each([
    [403, { code: 'permission-denied', error: 'Content violates usage guidelines. ' }],
    [400, { error: { message: 'Content Exists Risk', code: 'invalid_request_error' } }],
    [200, { base_resp: { status_code: 1026, status_msg: 'input new_sensitive' } }],
    [400, { error: { message: 'Invalid prompt: it was flagged as violating our usage policy.' } }],
    [400, { error: { code: '1301', message: '系统检测到输入或生成内容可能包含不安全或敏感内容' } }],
  ])('with %i may have words alone: %j', (status, body) => {
    const envelope = parseErrorEnvelope(JSON.stringify(body))
    expect(classifyError(envelope, status === 200 ? envelope?.status : status)).toEqual({
      fault: 'rejected',
      code: 'content_policy_violation',
    })
  })

  test.each(['Access to the chat endpoint is denied', 'Your account violated our usage policies.'])(
    'is not %j, which concerns our account',
    (error) => {
      const envelope = parseErrorEnvelope(JSON.stringify({ code: 'permission-denied', error }))
      expect(classifyError(envelope, 403)).toMatchObject({ fault: 'failed' })
    },
  )
})

describe('an error under status 200', () => {
  test.each([
    [{ error: { message: 'm', code: '429' } }, { message: 'm', status: 429 }],
    [{ success: false, errors: [{ code: 7003, message: 'm' }] }, { message: 'm' }],
    [{ error_code: 336501, error_msg: 'm' }, { message: 'm' }],
    [{ base_resp: { status_code: 1004, status_msg: 'm' } }, { message: 'm', status: 401 }],
    [
      { type: 'error', error: { type: 'rate_limit_error', message: 'm' } },
      { message: 'm', type: 'rate_limit_error' },
    ],
    [{ error: '{"error":{"message":"m","code":400}}' }, { message: 'm', status: 400 }],
    [{ error: { error: { message: 'm', code: 503 } } }, { message: 'm', status: 503 }],
    [
      { statusCode: 429, message: 'm' },
      { message: 'm', status: 429 },
    ],
    [
      { code: 'Throttling', msg: 'm' },
      { message: 'm', code: 'Throttling' },
    ],
  ])('%j', (body, expected) => {
    expect(parseErrorEnvelope(JSON.stringify(body))).toMatchObject(expected)
  })
})
