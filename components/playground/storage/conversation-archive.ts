import type { Conversation } from '../state/conversation'
import type { SavedDraft } from '../state/interrupt-conversation'

/** What the list shows of a conversation, kept apart so that listing does not load pictures and answers. */
export type Summary = {
  id: string
  title: string
  updatedAt: number
  modelIds: string[]
  /** Lower-case beginning of what was said, for the search. */
  searchText: string
}

/** Where conversations are kept. Two implementations: IndexedDB, and memory where the browser refuses to keep things. */
export interface ConversationArchive {
  list(): Promise<Summary[]>
  /** Null when it does not exist or cannot be read any more. */
  read(id: string): Promise<Conversation | null>
  /** Rejects with ArchiveFullError when the browser's quota is used up. */
  save(conversation: Conversation): Promise<void>
  remove(id: string): Promise<void>
  /** What an answer in the making has so far; small and written often. Cleared by the next `save`. */
  saveDrafts(conversationId: string, drafts: SavedDraft[]): Promise<void>
}

export class ArchiveFullError extends Error {
  override readonly name = 'ArchiveFullError'
}
