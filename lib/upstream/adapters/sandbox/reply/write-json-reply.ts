import { isRecord } from '@/lib/platform/is-record'
import { findCalculation } from '../arithmetic/find-calculation'
import type { Conversation } from '../conversation/conversation'
import type { SandboxRequest } from '../conversation/request-schema'
import { MessageMaterial } from '../material/message-material'
import { asSchema } from '../schema/as-schema'
import type { SchemaObject } from '../schema/json-schema'
import { readKeyword } from '../schema/read-keyword'
import { writeValue } from '../schema/write-value'
import { answerAnything } from './answer-anything'
import { findReply } from './find-reply'
import { guessSchema } from './guess-schema'

const wanted =
  /\b(?:respond|reply|answer|return|output|format|give|produce|generate|only)\b[^.\n]{0,60}\bjson\b|\bas (?:valid )?json\b|\bin json\b/i

/**
 * The reply as JSON, where `response_format` (or, in plain words, the conversation) asks for it: an instance of the
 * schema, filled from the message; without a schema an object with the keys that the message names.
 */
export function writeJsonReply(request: SandboxRequest, conversation: Conversation): string | undefined {
  const format = request.response_format?.type ?? 'text'
  const isSpoken =
    format === 'text' &&
    conversation.toolResults.length === 0 &&
    wanted.test(`${conversation.system}\n${conversation.ask}`)
  if (format === 'text' && !isSpoken) return undefined
  const schema = format === 'json_schema' ? asSchema(request.response_format?.json_schema?.schema) : undefined
  const results = conversation.toolResults.map((result) => result.text).join('\n')
  const text = results === '' ? conversation.ask : `${results}\n${conversation.ask}`
  const answer = {
    text: findReply(conversation) ?? answerAnything(conversation),
    number: findCalculation(conversation.ask)?.result,
  }
  const material = new MessageMaterial(text, answer)
  if (schema !== undefined) return JSON.stringify(writeValue(schema, material, 'all'))
  if (isSpoken && /\barray\b/i.test(conversation.ask)) return JSON.stringify(listItems(answer.text))
  const guessed = guessSchema(conversation)
  const value =
    guessed === undefined
      ? undefined
      : writeValue(guessed, new MessageMaterial(withoutKeys(text, guessed), answer), 'all')
  return JSON.stringify(isRecord(value) ? value : { answer: answer.text, sandbox: true })
}

/** The names of the keys are no values for them. */
function withoutKeys(text: string, schema: SchemaObject): string {
  return readKeyword
    .texts(schema, 'required')
    .reduce(
      (rest, key) => rest.replaceAll(new RegExp(`["'“\`]${key}["'”\`](?!\\s*:\\s*["\\d[{])`, 'g'), ' '),
      text,
    )
}

/** The points of a numbered or bulleted list; a text without one is a single point. */
function listItems(text: string): string[] {
  const items = [...text.matchAll(/^(?:\d+\.|-) (.+)$/gm)].map((match) => match[1] ?? '')
  return items.length === 0 ? [text] : items
}
