import type { WholeAnswer } from '@/lib/chat/read-answer'
import type { ResponseReply, ResponsesRequest } from '../schema'
import { openOutput } from './open-output'
import { toResponse } from './to-response'

/** A whole answer in the Responses format: built like a streamed one, whose steps nobody is told. */
export function toWholeResponse(answer: WholeAnswer, request: ResponsesRequest): ResponseReply {
  const output = openOutput(request, answer.id)
  for (const piece of answer.pieces) output.take(piece)
  const { finishReason } = answer.end
  output.close(finishReason === 'length' || finishReason === 'content_filter' ? 'incomplete' : 'completed')
  return toResponse(answer, request, output.output, { status: 'ended', end: answer.end })
}
