import { splitTokens, type TokenPiece } from '@/lib/platform/tokens'
import type { Conversation } from '../conversation/conversation'
import type { SandboxRequest } from '../conversation/request-schema'
import { composeReply } from '../reply/compose-reply'
import { writeJsonReply } from '../reply/write-json-reply'
import { chooseTools } from '../tools/choose-tools'
import { writeCalls } from '../tools/write-calls'
import type { Answer } from './answer'
import { cutAtStop } from './cut-at-stop'
import { limitCalls } from './limit-calls'
import { limitText } from './limit-text'
import { writeFiller } from './write-filler'
import { writeJsonFiller } from './write-json-filler'

/** What the sandbox answers: one answer for each choice asked for. */
export function planAnswers(request: SandboxRequest, conversation: Conversation): Answer[] {
  return Array.from({ length: request.n ?? 1 }, (_, index) =>
    planAnswer(request, { ...conversation, variant: conversation.variant + index }),
  )
}

function planAnswer(request: SandboxRequest, conversation: Conversation): Answer {
  const mostTokens = request.max_completion_tokens ?? request.max_tokens ?? Number.POSITIVE_INFINITY
  const { knobs } = conversation
  const isScripted = knobs.say !== undefined || knobs.empty || knobs.tokens !== undefined
  const tools = isScripted ? [] : chooseTools(request, conversation)
  if (tools.length > 0) {
    return limitCalls(writeCalls(tools, conversation, request.parallel_tool_calls !== false), mostTokens)
  }
  const { pieces, stopSequence } = writePieces(request, conversation)
  const answer = limitText(pieces, mostTokens)
  const isStopped = stopSequence !== undefined && answer.finishReason === 'stop'
  return isStopped ? { ...answer, stopSequence } : answer
}

type Written = { pieces: TokenPiece[]; stopSequence?: string | undefined }

function writePieces(request: SandboxRequest, conversation: Conversation): Written {
  const { empty, say, tokens } = conversation.knobs
  if (empty) return { pieces: [] }
  const format = request.response_format?.type
  // A schema decides the length of what fits it.
  if (say === undefined && tokens !== undefined && format !== 'json_schema') {
    const write = format === 'json_object' ? writeJsonFiller : writeFiller
    return { pieces: write(tokens, conversation.variant) }
  }
  const text =
    say ?? writeJsonReply(request, conversation) ?? composeReply(conversation, request.web_search === true)
  const cut = cutAtStop(text, request.stop)
  return { pieces: splitTokens(cut.text), stopSequence: cut.stopSequence }
}
