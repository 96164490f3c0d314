import type { Knobs } from '../knobs/knobs'

/** A request as the reply's author sees it. */
export type Conversation = {
  /** What system and developer messages say, without knobs. */
  system: string
  /** User and assistant turns before the last user message, oldest first. */
  earlier: Turn[]
  /** The last user message, without knobs. */
  prompt: string
  /** The prompt, shortened where it is very long: what patterns are matched against. */
  ask: string
  /** Pictures, sound and files of the last user message. */
  attachments: Attachment[]
  /** What the tools returned, when the conversation ends with that. */
  toolResults: ToolResult[]
  /** Of the last user message; what it leaves open is as the system messages say. */
  knobs: Knobs
  /** The longer-winded of the two models. */
  isPro: boolean
  /** Chooses between equally good wordings: the same request, the same words. */
  variant: number
}

export type Turn = { role: 'user' | 'assistant'; text: string }
export type ToolResult = { name: string; text: string }
export type Attachment = { kind: 'image' | 'audio' | 'file'; source: string; label: string | undefined }
