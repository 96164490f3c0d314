import type { Conversation } from '../conversation/conversation'
import type { SandboxRequest, SandboxTool } from '../conversation/request-schema'
import { rankTools } from './rank-tools'

/**
 * The tools to call now: the one that `tool_choice` names, or those that the message asks for. None after a tool has
 * answered: then it is time to speak.
 */
export function chooseTools(request: SandboxRequest, conversation: Conversation): SandboxTool[] {
  const choice = request.tool_choice ?? 'auto'
  const offered = (request.tools ?? []).flatMap((tool) => tool.function ?? [])
  if (offered.length === 0 || choice === 'none' || conversation.toolResults.length > 0) return []
  if (typeof choice !== 'string') {
    const named = offered.find((tool) => tool.name === choice.function?.name)
    return named === undefined ? [] : [named]
  }
  const ranked = rankTools(offered, conversation.ask)
  const wanted = ranked.filter((item) => item.isWanted).map((item) => item.tool)
  const first = wanted[0] ?? (choice === 'required' ? ranked[0]?.tool : undefined)
  if (first === undefined) return []
  return request.parallel_tool_calls === false || wanted.length === 0 ? [first] : wanted
}
