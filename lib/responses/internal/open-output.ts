import type { ResponsesRequest } from '../schema'
import { EventWriter } from './event-writer'
import { OutputWriter } from './output-writer'
import { isCustom } from './to-chat-tools'
import { tailOf } from './to-response'

/** The output of the answer to a request, before its first piece. */
export function openOutput(
  request: ResponsesRequest,
  chatId: string,
  events: EventWriter = new EventWriter(),
): OutputWriter {
  return new OutputWriter({
    events,
    tail: tailOf(chatId),
    customTools: new Set((request.tools ?? []).filter(isCustom).map(({ name }) => name)),
    showsSeals: request.include?.includes('reasoning.encrypted_content') ?? false,
  })
}
