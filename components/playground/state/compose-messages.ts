import type { WireMessage, WirePart } from '../request/wire'
import type { AssistantStep, Conversation, Prompt, Step } from './conversation'

type Upto = {
  columnId: string
  /** The last turn whose prompt is sent; all turns when absent. */
  turnId?: string | undefined
  /** In that turn: this step and what follows it are left out. */
  beforeStepId?: string | undefined
}

/** The messages that one column is asked with: system prompt, prompts and this column's own answers. */
export function composeMessages(conversation: Conversation, upto: Upto): WireMessage[] {
  const messages: WireMessage[] = []
  const system = conversation.settings.system.trim()
  if (system !== '') messages.push({ role: 'system', content: conversation.settings.system })
  for (const turn of conversation.turns) {
    messages.push({ role: 'user', content: composePrompt(turn.prompt) })
    const steps = turn.replies[upto.columnId] ?? []
    const isLast = turn.id === upto.turnId
    const cut = isLast ? steps.findIndex((step) => step.id === upto.beforeStepId) : -1
    messages.push(...composeReply(cut < 0 ? steps : steps.slice(0, cut)))
    if (isLast) break
  }
  return messages
}

export function composePrompt(prompt: Prompt): string | WirePart[] {
  if (prompt.images.length === 0) return prompt.text
  const images: WirePart[] = prompt.images.map((image) => ({
    type: 'image_url',
    image_url: { url: image.dataUrl },
  }))
  return prompt.text === '' ? images : [{ type: 'text', text: prompt.text }, ...images]
}

function composeReply(steps: Step[]): WireMessage[] {
  const answered = new Set(steps.flatMap((step) => (step.kind === 'tool' ? [step.toolCallId] : [])))
  return steps.flatMap((step): WireMessage[] => {
    if (step.kind === 'tool') return [{ role: 'tool', tool_call_id: step.toolCallId, content: step.content }]
    return composeAnswer(step, answered)
  })
}

/** Upstreams refuse an assistant message whose tool calls have no results, and one that says nothing at all. */
function composeAnswer(step: AssistantStep, answered: Set<string>): WireMessage[] {
  const complete = step.toolCalls.length > 0 && step.toolCalls.every((call) => answered.has(call.id))
  if (!complete) return step.content === '' ? [] : [{ role: 'assistant', content: step.content }]
  return [
    {
      role: 'assistant',
      content: step.content === '' ? null : step.content,
      tool_calls: step.toolCalls.map((call) => ({
        id: call.id,
        type: 'function',
        function: { name: call.name, arguments: call.arguments },
      })),
    },
  ]
}
