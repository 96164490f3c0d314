import { clock } from '@/lib/platform/clock'
import { newId } from '@/lib/platform/ids'
import type { ChatCall, ChatModel } from '@/lib/upstream/contract/chat-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { countPromptTokens } from '@/lib/upstream/prompt-tokens'
import { planAnswers } from './answer/plan-answers'
import type { Conversation } from './conversation/conversation'
import { parseRequest } from './conversation/parse-request'
import { readConversation } from './conversation/read-conversation'
import type { SandboxRequest } from './conversation/request-schema'
import { knobFailure } from './knobs/knob-failure'
import type { CompletionHead } from './wire/completion-head'
import { SandboxStream } from './wire/sandbox-stream'
import { usageOf } from './wire/usage-of'
import { wait } from './wire/wait'
import { writeCompletion } from './wire/write-completion'
import { writeEvents } from './wire/write-events'

/**
 * A chat model that needs no network and no key. It knows little and says so, but it behaves like the others: it
 * streams, counts tokens, calls tools, writes valid JSON and remembers the conversation. Knobs in the last user or in a
 * system message (`[[delay:2s]]`, `[[fail:CODE]]`) make it slow, broken or silent. An abort rejects with the signal's reason.
 */
export function createSandboxChat(): ChatModel {
  return {
    async complete(call) {
      const { request, conversation } = await open(call)
      if (conversation.knobs.cutAfter !== undefined) throw brokenOff()
      const answers = planAnswers(request, conversation)
      const usage = usageOf(countPromptTokens(call.request), answers)
      return writeCompletion(headOf(request), answers, usage)
    },

    async stream(call) {
      const { request, conversation } = await open(call)
      const { cutAfter, chunkDelayMs } = conversation.knobs
      if (cutAfter === 0) throw brokenOff()
      const answers = planAnswers(request, conversation)
      const isUsageWanted = request.stream_options?.include_usage === true
      const usage = isUsageWanted ? usageOf(countPromptTokens(call.request), answers) : undefined
      return new SandboxStream({
        events: writeEvents(headOf(request), answers, usage),
        chunkDelayMs,
        cut: cutAfter === undefined ? undefined : { after: cutAfter, error: brokenOff() },
        signal: call.signal,
      })
    },
  }
}

/** Reads the call and lives through what its knobs ask for before an answer. */
async function open({
  request: asked,
  signal,
}: ChatCall): Promise<{ request: SandboxRequest; conversation: Conversation }> {
  const request = parseRequest(asked)
  const conversation = readConversation(request)
  const { knobs } = conversation
  await wait(knobs.hang ? Number.POSITIVE_INFINITY : knobs.delayMs, signal)
  const failure = knobFailure(knobs)
  if (failure !== undefined) throw failure
  return { request, conversation }
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

function brokenOff(): UpstreamError {
  return new UpstreamError('failed', { message: 'The sandbox was asked to break off its answer.' })
}
