import { beforeEach } from 'vitest'
import type { SdkName } from '@/lib/upstream/contract/adapter'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { gatherStream } from '@/lib/upstream/testing/chat-stream'
import { API_KEY, type FaultUpstream } from '@/lib/upstream/testing/fault-upstream'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import { createAiSdkChat } from '../chat/ai-sdk-chat'
import type { SdkSettings } from '../vendor-fetch'

const MESSAGES = [{ role: 'user', content: 'Hello' }]

/** One vendor's chat, at an upstream that stands for it. */
export function chatAt(
  upstream: FaultUpstream,
  sdk: SdkName,
  model: string,
  settings: Partial<SdkSettings> = {},
) {
  const chat = createAiSdkChat({ sdk, baseUrl: upstream.baseUrl, apiKey: API_KEY, ...settings })
  const call = (fields: object, signal: AbortSignal) => ({
    request: { model, messages: MESSAGES, ...fields },
    signal,
  })
  const complete = async (fields: object = {}, signal = new AbortController().signal) =>
    JSON.parse((await chat.complete(call(fields, signal))).toString())
  const open = (fields: object = {}, signal = new AbortController().signal) =>
    chat.stream(call({ stream: true, ...fields }, signal))
  return {
    complete,
    open,
    /** The payloads of a whole stream, and how it ended. */
    async stream(fields: object = {}) {
      const { bytes, error } = await gatherStream(await open(fields))
      const events = bytes.toString().split('\n\n').filter(Boolean)
      return { events: events.map(payloadOf), error }
    },
    /** What the vendor was sent last. */
    sent: () => JSON.parse(upstream.requests.at(-1)?.body ?? 'null'),
  }
}

function payloadOf(event: string) {
  const payload = event.replace(/^data: /, '')
  return payload === '[DONE]' ? payload : JSON.parse(payload)
}

const models = { anthropic: 'claude-sonnet-4-6', google: 'gemini-3.8-flash' }

/** The chat of either vendor, for what both have to do alike. */
export function vendorChatAt(
  upstream: FaultUpstream,
  sdk: 'anthropic' | 'google',
  settings: Partial<SdkSettings> = {},
) {
  return chatAt(upstream, sdk, models[sdk], settings)
}

/** All deltas of a stream, laid over one another as a client does. */
export function mergeDeltas(events: unknown[]) {
  const merged = { content: '', reasoning: '', calls: new Map<number, { name: string; arguments: string }>() }
  for (const event of events) {
    const delta = deltaOf(event)
    merged.content += delta.content ?? ''
    merged.reasoning += delta.reasoning_content ?? ''
    for (const call of delta.tool_calls ?? []) {
      const known = merged.calls.get(call.index) ?? { name: call.function.name ?? '', arguments: '' }
      known.arguments += call.function.arguments ?? ''
      merged.calls.set(call.index, known)
    }
  }
  return { ...merged, calls: [...merged.calls.values()] }
}

type Delta = {
  content?: string
  reasoning_content?: string
  tool_calls?: { index: number; function: { name?: string; arguments?: string } }[]
}

function deltaOf(event: unknown): Delta {
  const parsed: { choices?: { delta: Delta }[] } = JSON.parse(JSON.stringify(event))
  return parsed.choices?.[0]?.delta ?? {}
}

/** A vendor's chat for a test file, and the upstream that stands for the vendor: it answers so until a test says otherwise. */
export async function openChat(sdk: 'anthropic' | 'google', answer: object) {
  const upstream = await openUpstream()
  beforeEach(() => upstream.answer(answerWith.json(200, answer)))
  return { upstream, chat: vendorChatAt(upstream, sdk) }
}
