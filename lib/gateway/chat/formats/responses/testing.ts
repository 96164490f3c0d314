import type { AnswerStyle } from './internal/response'
import { ToolNames } from './internal/tools'
import { InputItem } from './items'
import type { ResponsesRequest } from './schema'

/** For tests: the style of an answer that is not stored. */
export function styleFor(request: ResponsesRequest): AnswerStyle {
  return { request, names: new ToolNames(request.tools ?? []), ignoredTools: [] }
}

/** The items of a request without references. */
export function itemsIn({ input }: Pick<ResponsesRequest, 'input'>): InputItem[] {
  if (typeof input === 'string') return [{ type: 'message', role: 'user', content: input }]
  return input.map((item) => InputItem.parse(item))
}
