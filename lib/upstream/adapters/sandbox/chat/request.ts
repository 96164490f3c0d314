import { z } from 'zod'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { hashText, type Knobs, parseKnobs } from '../knobs'

/** The fields that the sandbox reads; all others are accepted and have no effect. */
const Part = z.looseObject({ type: z.string() })
const Named = z.looseObject({ name: z.string() }).nullish()
const Message = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(Part)]).nullish(),
  name: z.string().nullish(),
  tool_calls: z.array(z.looseObject({ id: z.string().nullish(), function: Named, custom: Named })).nullish(),
  tool_call_id: z.string().nullish(),
})
const Tool = z.looseObject({
  function: z
    .looseObject({
      name: z.string(),
      parameters: z.union([z.record(z.string(), z.unknown()), z.boolean()]).nullish(),
    })
    .nullish(),
  custom: z
    .looseObject({
      name: z.string(),
      format: z
        .looseObject({ grammar: z.looseObject({ syntax: z.string(), definition: z.string() }).nullish() })
        .nullish(),
    })
    .nullish(),
})
const Request = z
  .looseObject({
    model: z.string(),
    messages: z.array(Message),
    tools: z.array(Tool).nullish(),
    tool_choice: z.union([z.string(), z.looseObject({ function: Named, custom: Named })]).nullish(),
    parallel_tool_calls: z.boolean().nullish(),
    response_format: z
      .looseObject({
        type: z.string(),
        json_schema: z.looseObject({ schema: z.unknown().optional() }).nullish(),
      })
      .nullish(),
    reasoning_effort: z.string().nullish(),
    stop: z.union([z.string(), z.array(z.string())]).nullish(),
    max_tokens: z.number().nullish(),
    max_completion_tokens: z.number().nullish(),
    n: z.number().nullish(),
    seed: z.number().nullish(),
    logprobs: z.boolean().nullish(),
    top_logprobs: z.number().nullish(),
    temperature: z.number().nullish(),
    stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
    web_search: z.boolean().nullish(),
  })
  .refine(({ logprobs, top_logprobs: top }) => logprobs === true || (top ?? 0) === 0, {
    path: ['top_logprobs'],
    message: 'top_logprobs is only allowed with logprobs: true.',
  })

export type SandboxRequest = z.infer<typeof Request>
type Parsed = z.infer<typeof Tool>
export type SandboxTool =
  | ({ kind: 'function' } & NonNullable<Parsed['function']>)
  | ({ kind: 'custom' } & NonNullable<Parsed['custom']>)
type SandboxMessage = z.infer<typeof Message>

export function parseRequest(request: Readonly<Record<string, unknown>>): SandboxRequest {
  const parsed = Request.safeParse(request)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const param = z.core.toDotPath(issue?.path ?? [])
  throw new UpstreamError('rejected', { code: 'invalid_parameter', param, message: issue?.message })
}

export function toolsOf({ tools }: SandboxRequest): SandboxTool[] {
  return (tools ?? []).flatMap(({ function: called, custom }): SandboxTool[] => {
    if (called) return [{ kind: 'function', ...called }]
    return custom ? [{ kind: 'custom', ...custom }] : []
  })
}

/** A request, prepared for the answer. */
export type Conversation = {
  /** User and assistant turns before the last user message, oldest first. */
  earlier: Turn[]
  /** The last user message, without knobs and reminders, shortened if it is very long. */
  ask: string
  /** The number of images, audio and files in the last user message. */
  attachments: number
  /** The results of tools, if the conversation ends with them. */
  toolResults: { name: string; text: string }[]
  /** The knobs of the last user message, which override those of system messages. */
  knobs: Knobs
  isPro: boolean
  /** Selects the wording: the same request gets the same text. */
  variant: number
}
export type Turn = { role: 'user' | 'assistant'; text: string }

const ASK_CHARACTERS = 8_000

export function readConversation(request: SandboxRequest): Conversation {
  const { messages } = request
  const lastUser = messages.findLastIndex((message) => message.role === 'user')
  const last = messages[lastUser]
  const system = messages.filter(({ role }) => role === 'system' || role === 'developer')
  const standing = parseKnobs(system.map(textOf).join('\n')).knobs
  const { knobs, text } = parseKnobs(last === undefined ? '' : requestIn(textOf(last)), standing)
  const ask = text.slice(0, ASK_CHARACTERS)
  return {
    earlier: readTurns(lastUser === -1 ? messages : messages.slice(0, lastUser)),
    ask,
    attachments: Array.isArray(last?.content) ? last.content.filter(({ type }) => type !== 'text').length : 0,
    toolResults: readToolResults(messages),
    knobs,
    isPro: request.model.endsWith('chat-pro'),
    variant: hashText(`${ask}|${request.temperature === 0 ? '' : (request.seed ?? '')}`),
  }
}

function textOf({ content }: SandboxMessage): string {
  if (typeof content === 'string') return content
  return (content ?? []).flatMap((part) => (typeof part.text === 'string' ? part.text : [])).join('\n')
}

/** Tags with which clients add to a user's message (`<system-reminder>`). Their content is not the user's request. */
const REMINDER_TAG =
  /<([a-z][\w-]*(?:reminder|instructions|context|permissions)[\w-]*|reminder|environment)>/gi

const MOST_REMINDERS = 100

function requestIn(text: string): string {
  let kept = ''
  let from = 0
  for (const { 0: opening, index } of [...text.matchAll(REMINDER_TAG)].slice(0, MOST_REMINDERS)) {
    const closing = text.indexOf(opening.replace('<', '</'), Math.max(from, index))
    if (index < from || closing === -1) continue
    kept += text.slice(from, index)
    from = closing + opening.length + 1
  }
  return from === 0 ? text : (kept + text.slice(from)).trim()
}

function readTurns(messages: readonly SandboxMessage[]): Turn[] {
  return messages
    .flatMap((message): Turn[] => {
      if (message.role === 'assistant') return [{ role: 'assistant', text: textOf(message) }]
      if (message.role !== 'user') return []
      return [{ role: 'user', text: parseKnobs(requestIn(textOf(message))).text }]
    })
    .filter(({ text }) => text.trim() !== '')
}

/** The tool messages at the end, with the names of the called functions. */
function readToolResults(messages: readonly SandboxMessage[]): Conversation['toolResults'] {
  const calls = messages.flatMap(({ tool_calls: made }) => made ?? [])
  const names = new Map(calls.map((call) => [call.id, (call.function ?? call.custom)?.name]))
  const end = messages.findLastIndex(({ role }) => role !== 'tool') + 1
  return messages.slice(end).map((message) => ({
    name: message.name ?? names.get(message.tool_call_id) ?? 'tool',
    text: textOf(message),
  }))
}
