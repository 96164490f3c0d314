import Anthropic from '@anthropic-ai/sdk'
import { expect, test } from '@playwright/test'
import OpenAI from 'openai'
import { readDemo } from '../read-demo'

/** Whole requests as coding agents write them: long, with hints and betas that are none of our business, and streamed. */
const model = 'sandbox/chat'
const cache_control = { type: 'ephemeral' as const }
const command = {
  type: 'object' as const,
  properties: { command: { type: 'string', description: 'The command to run' } },
  required: ['command'],
  additionalProperties: false,
}

test('a turn of an agent that speaks Messages', async () => {
  const { api_key: authToken } = readDemo()
  const client = new Anthropic({
    baseURL: process.env.E2E_URL ?? null,
    apiKey: null,
    authToken,
    maxRetries: 0,
  })
  const stream = client.beta.messages.stream({
    model,
    max_tokens: 32_000,
    betas: ['interleaved-thinking-2025-05-14', 'context-management-2025-06-27'],
    metadata: { user_id: 'user_1' },
    thinking: { type: 'enabled', budget_tokens: 31_999 },
    context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
    system: [
      { type: 'text', text: 'You are an agent for coding.', cache_control },
      { type: 'text', text: 'The working directory is /src.', cache_control },
    ],
    tools: [
      { name: 'run_command', description: 'Runs a command in a shell', input_schema: command, cache_control },
    ],
    messages: [
      { role: 'user', content: [{ type: 'text', text: '<reminder>Be careful.</reminder>' }] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm', signature: '' },
          { type: 'text', text: 'Yes.' },
        ],
      },
      { role: 'user', content: [{ type: 'text', text: 'Run the command `ls`', cache_control }] },
    ],
  })
  const message = await stream.finalMessage()
  expect(message.stop_reason).toBe('tool_use')
  expect(message.content).toMatchObject([{ type: 'tool_use', name: 'run_command' }])
})

test('a turn of an agent that speaks Responses', async () => {
  const { api_key: apiKey } = readDemo()
  const client = new OpenAI({ baseURL: `${process.env.E2E_URL}/v1`, apiKey, maxRetries: 0 })
  const stream = client.responses.stream({
    model,
    instructions: 'You are an agent for coding.',
    store: false,
    parallel_tool_calls: false,
    prompt_cache_key: '0199a213',
    include: ['reasoning.encrypted_content'],
    reasoning: { effort: 'medium', summary: 'auto' },
    tool_choice: 'auto',
    tools: [
      {
        type: 'function',
        name: 'shell',
        description: 'Runs a command in a shell',
        strict: false,
        parameters: command,
      },
      {
        type: 'custom',
        name: 'apply_patch',
        description: 'Changes files',
        format: { type: 'grammar', syntax: 'lark', definition: 'start: "*** Begin Patch"' },
      },
      { type: 'web_search' },
    ],
    input: [
      {
        type: 'message',
        role: 'developer',
        content: [{ type: 'input_text', text: 'The sandbox is read-only.' }],
      },
      {
        type: 'message',
        role: 'user',
        content: [{ type: 'input_text', text: 'Run the command `ls` in the shell' }],
      },
    ],
  })
  const { output } = await stream.finalResponse()
  expect(output).toMatchObject([{ type: 'function_call', name: 'shell', status: 'completed' }])
})
