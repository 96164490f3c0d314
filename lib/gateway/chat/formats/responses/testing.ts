import type { AnswerStyle } from './internal/response'
import { ToolNames } from './internal/tools'
import { InputItem } from './items'
import type { ResponsesRequest } from './schema'

/** For tests: how the answer to a request looks that is not kept. */
export function styleFor(request: ResponsesRequest): AnswerStyle {
  return { request, names: new ToolNames(request.tools ?? []), ignoredTools: [] }
}

/** The items that a request brings itself, where it refers to none. */
export function itemsIn({ input }: Pick<ResponsesRequest, 'input'>): InputItem[] {
  if (typeof input === 'string') return [{ type: 'message', role: 'user', content: input }]
  return input.map((item) => InputItem.parse(item))
}
