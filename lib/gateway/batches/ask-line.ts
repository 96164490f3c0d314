import { z } from 'zod'
import { EmbeddingRequest, ModerationRequest } from '@/lib/gateway/calls/schema'
import { createEmbeddings, createModeration } from '@/lib/gateway/calls/whole-calls'
import { type ChatContext, createCompletion } from '@/lib/gateway/chat/create-completion'
import { createResponse } from '@/lib/gateway/chat/formats/responses/create-response'
import { ResponsesRequest } from '@/lib/gateway/chat/formats/responses/schema'
import { ChatRequest } from '@/lib/gateway/chat/schema'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { JsonSource } from '@/lib/platform/json-source'
import { parseInput } from '@/lib/platform/parse-input'
import type { StreamBody } from '@/lib/platform/stream'
import { traced } from '@/lib/platform/tracing'
import { readLine } from './read-input'
import type { BatchEndpoint } from './schema'

/** What a request over HTTP would do, by the same use case; answers JSON. */
type Ask = (caller: Caller, body: unknown, context: ChatContext) => Promise<string>

const asks: Readonly<Record<BatchEndpoint, Ask>> = {
  '/v1/chat/completions': askWith(ChatRequest, createCompletion),
  '/v1/responses': askWith(ResponsesRequest, (caller, request, context) =>
    // Its line is already in memory, and few run at once.
    createResponse(caller, request, { ...context, takeRoom: async () => undefined }),
  ),
  '/v1/embeddings': askWith(EmbeddingRequest, createEmbeddings),
  '/v1/moderations': askWith(ModerationRequest, createModeration),
}

type UseCase<Request> = (
  caller: Caller,
  request: Request,
  context: ChatContext,
) => Promise<string | object | StreamBody>

function askWith<Schema extends z.ZodType>(schema: Schema, useCase: UseCase<z.output<Schema>>): Ask {
  return async (caller, body, context) => {
    const request = parseInput(schema, body)
    for (const param of ['stream', 'background'])
      if (Fields.safeParse(body).data?.[param] === true)
        throw new AppError('invalid_parameter', { param, message: `${param} must be false in a batch.` })
    const answer = await useCase(caller, request, context)
    return typeof answer === 'string' ? answer : JSON.stringify(answer)
  }
}

const Fields = z.record(z.string(), z.unknown())
const Line = z.object({ body: z.unknown() })

/** Never aborts: there is no client, so an answer is awaited, within the upstream's own time limits. */
const patient = new AbortController().signal

/**
 * Performs the request of a line. `answerKept` says afterwards whether the answer was stored; only then is it paid for.
 * Throws what the use case does.
 */
export function askLine(
  endpoint: BatchEndpoint,
  caller: Caller,
  bytes: Buffer,
  { requestId, answerKept }: { requestId: string; answerKept: Promise<boolean> },
): Promise<string> {
  const { body } = Line.parse(readLine(bytes))
  const context = { requestId, signal: patient, answerKept, bytes: new JsonSource(bytes).bytesOf('body') }
  return traced('batch line', { attributes: { 'portico.request_id': requestId } }, () =>
    asks[endpoint](caller, body, context),
  )
}
