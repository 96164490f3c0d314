import type { z } from 'zod'
import type { Caller } from '@/lib/platform/caller'
import { JsonSource } from '@/lib/platform/json-source'
import type { StreamBody } from '@/lib/platform/stream'
import { type ChatContext, createCompletion } from './create-completion'
import { renameParam } from './internal/rename-param'
import { readAnswer, type WholeAnswer } from './read-answer'
import type { ChatRequest } from './schema'
import { type StreamTranslator, translateStream } from './translate-stream'

/** Another wire format for chat. */
export type Dialect = {
  /** What chat's fields are called in it, where an error names one. */
  fieldNames: Readonly<Record<string, string>>
  tellWhole(answer: WholeAnswer): object
  openStream(): StreamTranslator
}

/** Answers a conversation in another format: JSON text, or a stream of its events. */
export async function completeInDialect(
  dialect: Dialect,
  caller: Caller,
  request: ChatRequest,
  context: ChatContext,
): Promise<string | StreamBody> {
  try {
    const answer = await createCompletion(caller, request, context)
    if (typeof answer !== 'string') return translateStream(answer, dialect.openStream())
    return JSON.stringify(dialect.tellWhole(readAnswer(answer)))
  } catch (error) {
    throw renameParam(error, dialect.fieldNames)
  }
}

/** The request with the numbers of these fields (schemas, that is) as its caller wrote them, where JavaScript has no such number. */
export function withExactNumbers<Schema extends z.ZodType<object>>(
  schema: Schema,
  request: z.output<Schema>,
  bytes: Buffer | undefined,
  names: readonly string[],
): z.output<Schema> {
  const exact = bytes ? new JsonSource(bytes).exact(...names) : {}
  return Object.keys(exact).length === 0 ? request : schema.parse({ ...request, ...exact })
}
