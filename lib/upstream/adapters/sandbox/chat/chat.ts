import { clock } from '@/lib/platform/clock'
import { newId } from '@/lib/platform/ids'
import type { ChatCall, ChatModel } from '@/lib/upstream/contract/chat-model'
import { countPromptTokens } from '@/lib/upstream/prompt-tokens'
import { obeyKnobs } from '../knobs'
import { type Conversation, parseRequest, readConversation, type SandboxRequest } from './request'
import { brokenOff, type CompletionHead, playScript, usageOf, writeCompletion, writeEvents } from './wire'

/**
 * A chat model that needs no network and no key. It knows nothing and says so, but behaves like others: it streams, counts
 * tokens, calls tools, writes JSON that fits a schema, and chat-pro thinks. Knobs in the last user message or in a system
 * message (`[[delay:2s]]`, `[[fail:CODE]]`) make it slow, fail or stay silent. An abort rejects with the signal's reason.
 */
export function createSandboxChat(): ChatModel {
  return {
    async complete(call) {
      const { request, conversation } = await open(call)
      if (conversation.knobs.cutAfter !== undefined) throw brokenOff()
      const answers = await plan(request, conversation)
      const usage = usageOf(countPromptTokens(call.request), answers)
      return writeCompletion(headOf(request), answers, usage)
    },

    async stream(call) {
      const { request, conversation } = await open(call)
      const { cutAfter } = conversation.knobs
      if (cutAfter === 0) throw brokenOff()
      const answers = await plan(request, conversation)
      const isUsageWanted = request.stream_options?.include_usage === true
      const usage = isUsageWanted ? usageOf(countPromptTokens(call.request), answers) : undefined
      const events = writeEvents(headOf(request), answers, usage)
      return playScript({ events, chunkDelayMs: paceOf(conversation), cutAfter }, call.signal)
    },
  }
}

/** Parses the call and applies its knobs. */
async function open({
  request: asked,
  signal,
}: ChatCall): Promise<{ request: SandboxRequest; conversation: Conversation }> {
  const request = parseRequest(asked)
  const conversation = readConversation(request)
  await obeyKnobs(conversation.knobs, signal)
  return { request, conversation }
}

/** Loads lazily, because generating instances of schemas needs heavy packages. */
async function plan(request: SandboxRequest, conversation: Conversation) {
  const { planAnswers } = await import('./answers')
  return planAnswers(request, conversation)
}

/** Unscripted answers have the pace of a quick model; answers scripted by knobs come at once by default. */
const DEFAULT_CHUNK_DELAY_MS = 12

function paceOf({ knobs }: Conversation): number {
  const isScripted = knobs.say !== undefined || knobs.tokens !== undefined || knobs.cutAfter !== undefined
  return knobs.chunkDelayMs ?? (isScripted ? 0 : DEFAULT_CHUNK_DELAY_MS)
}

function headOf(request: SandboxRequest): CompletionHead {
  return {
    id: newId('chatcmpl'),
    created: Math.floor(clock.now().getTime() / 1000),
    model: `sandbox/${request.model}`,
    hasSearched: request.web_search === true,
    topLogprobs: request.logprobs === true ? (request.top_logprobs ?? 0) : undefined,
  }
}
