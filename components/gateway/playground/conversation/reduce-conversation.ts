import { createId } from '@/lib/client/create-id'
import { cutText } from '@/lib/platform/escape'
import { maxColumns } from '../models/chat-model'
import {
  type AssistantStep,
  addUsage,
  type Conversation,
  type Metrics,
  noMetrics,
  type Prompt,
  type Step,
  type ToolStep,
  type Turn,
} from './conversation'
import type { Settings } from './settings'

/** A new step for each column that answers. */
type Steps = Record<string, AssistantStep>

/** The usage list's entry for a request. */
export type Bill = Pick<Metrics, 'promptTokens' | 'completionTokens' | 'costUsd'>

export type Action =
  | { type: 'renamed'; title: string }
  | { type: 'settings-changed'; change: Partial<Settings> }
  | { type: 'model-chosen'; columnId: string; modelId: string }
  | { type: 'column-added'; modelId: string }
  | { type: 'column-removed'; columnId: string }
  | { type: 'prompt-sent'; prompt: Prompt; steps: Steps; now: number }
  | { type: 'prompt-edited'; turnId: string; prompt: Prompt; steps: Steps; now: number }
  | { type: 'turn-deleted'; turnId: string }
  | { type: 'step-retried'; turnId: string; columnId: string; stepId: string | null; step: AssistantStep }
  | { type: 'step-deleted'; turnId: string; columnId: string; stepId: string }
  | { type: 'tools-answered'; turnId: string; columnId: string; results: ToolStep[]; step: AssistantStep }
  | { type: 'step-finished'; step: AssistantStep }
  | { type: 'step-billed'; stepId: string; bill: Bill }
  | { type: 'turns-restored'; turns: Turn[]; columns: Conversation['columns'] }

/** All changes of a conversation. Pure. Only a new prompt changes `updatedAt`. */
export function reduceConversation(now: Conversation, action: Action): Conversation {
  switch (action.type) {
    case 'renamed': {
      const title = action.title.trim()
      return title === '' ? now : { ...now, title, titled: true }
    }
    case 'settings-changed':
      return { ...now, settings: { ...now.settings, ...action.change } }
    case 'model-chosen':
      return {
        ...now,
        columns: now.columns.map((column) =>
          column.id === action.columnId ? { ...column, modelId: action.modelId } : column,
        ),
      }
    case 'column-added':
      return addColumn(now, action.modelId)
    case 'column-removed':
      return removeColumn(now, action.columnId)
    case 'prompt-sent':
      return addTurn(now, createTurn(action), action.now)
    case 'prompt-edited':
      return editTurn(now, action)
    case 'turn-deleted':
      return { ...now, turns: now.turns.filter((turn) => turn.id !== action.turnId) }
    case 'step-retried':
      return changeReply(now, action, (steps) => [...stepsBefore(steps, action.stepId), action.step])
    case 'step-deleted':
      return changeReply(now, action, (steps) => stepsBefore(steps, action.stepId))
    case 'tools-answered':
      return changeReply(now, action, (steps) => [...steps, ...action.results, action.step])
    case 'step-finished':
      return finishStep(now, action.step)
    case 'step-billed':
      return billStep(now, action.stepId, action.bill)
    case 'turns-restored':
      return { ...now, turns: action.turns, columns: action.columns }
  }
}

function createTurn(sent: { prompt: Prompt; steps: Steps; now: number }): Turn {
  const replies = Object.fromEntries(Object.entries(sent.steps).map(([columnId, step]) => [columnId, [step]]))
  return { id: createId('turn'), prompt: sent.prompt, sentAt: sent.now, replies }
}

function addTurn(now: Conversation, turn: Turn, at: number): Conversation {
  const title = now.titled || now.turns.length > 0 ? now.title : titleOf(turn.prompt.text)
  return { ...now, title, updatedAt: at, turns: [...now.turns, turn] }
}

function editTurn(now: Conversation, action: Extract<Action, { type: 'prompt-edited' }>): Conversation {
  const at = now.turns.findIndex((turn) => turn.id === action.turnId)
  if (at < 0) return now
  const earlier = { ...now, turns: now.turns.slice(0, at) }
  return addTurn(earlier, { ...createTurn(action), id: action.turnId }, action.now)
}

/** A new column copies the first one's answers, so that all models get the same history. */
function addColumn(now: Conversation, modelId: string): Conversation {
  const first = now.columns[0]
  if (!first || now.columns.length >= maxColumns) return now
  const column = { id: createId('col'), modelId }
  const turns = now.turns.map((turn) => {
    const steps = (turn.replies[first.id] ?? []).map(copyStep)
    return { ...turn, replies: { ...turn.replies, [column.id]: steps } }
  })
  return { ...now, columns: [...now.columns, column], turns }
}

function copyStep(step: Step): Step {
  if (step.kind === 'tool') return { ...step, id: createId('step') }
  const status = step.status === 'streaming' ? 'interrupted' : step.status
  return { ...step, id: createId('step'), copied: true, status }
}

function removeColumn(now: Conversation, columnId: string): Conversation {
  if (now.columns.length < 2) return now
  const turns = now.turns.map((turn) => {
    const { [columnId]: _removed, ...replies } = turn.replies
    return { ...turn, replies }
  })
  return { ...now, columns: now.columns.filter((column) => column.id !== columnId), turns }
}

function changeReply(
  now: Conversation,
  where: { turnId: string; columnId: string },
  change: (steps: Step[]) => Step[],
): Conversation {
  const turns = now.turns.map((turn) => {
    if (turn.id !== where.turnId) return turn
    const steps = change(turn.replies[where.columnId] ?? [])
    return { ...turn, replies: { ...turn.replies, [where.columnId]: steps } }
  })
  return { ...now, turns }
}

/** The steps before a step in its reply; those after it depend on it. Null: none. */
function stepsBefore(steps: Step[], stepId: string | null): Step[] {
  const at = stepId === null ? 0 : steps.findIndex((step) => step.id === stepId)
  return at < 0 ? steps : steps.slice(0, at)
}

function finishStep(now: Conversation, finished: AssistantStep): Conversation {
  const turns = changeStep(now.turns, finished.id, () => finished)
  // Failed answers cost nothing and are not counted.
  if (finished.status === 'failed') return { ...now, turns }
  return { ...now, turns, spent: addUsage(now.spent, finished.metrics) }
}

/** The cost of a stopped answer is known only later. */
function billStep(now: Conversation, stepId: string, bill: Bill): Conversation {
  const turns = changeStep(now.turns, stepId, (step) => ({ ...step, metrics: { ...step.metrics, ...bill } }))
  const { answers } = now.spent
  return { ...now, turns, spent: { ...addUsage(now.spent, { ...noMetrics, ...bill }), answers } }
}

function changeStep(turns: Turn[], stepId: string, change: (step: AssistantStep) => AssistantStep): Turn[] {
  return turns.map((turn) => {
    const entry = Object.entries(turn.replies).find(([, steps]) => steps.some((step) => step.id === stepId))
    if (!entry) return turn
    const [columnId, steps] = entry
    const next = steps.map((step) => (step.id === stepId && step.kind === 'assistant' ? change(step) : step))
    return { ...turn, replies: { ...turn.replies, [columnId]: next } }
  })
}

const maxLength = 60

/** The first non-empty line of a prompt, shortened for a list. */
export function titleOf(text: string): string {
  const line = text
    .split('\n')
    .map((part) => part.replace(/^[#>*\-\s]+/, '').trim())
    .find((part) => part !== '')
  if (!line) return 'New conversation'
  const whole = line.replace(/\s+/g, ' ')
  const cut = cutText(whole, maxLength)
  if (cut === whole) return whole
  const space = cut.lastIndexOf(' ')
  return `${space > maxLength / 2 ? cut.slice(0, space) : cut}…`
}
