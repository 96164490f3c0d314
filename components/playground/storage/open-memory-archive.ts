import type { Conversation } from '../state/conversation'
import type { ConversationArchive } from './conversation-archive'
import { summarise } from './summarise'

/** For browsers that keep nothing (private windows, blocked storage): lives as long as the page. */
export function openMemoryArchive(): ConversationArchive {
  const kept = new Map<string, Conversation>()
  return {
    list: async () => [...kept.values()].map(summarise),
    read: async (id) => kept.get(id) ?? null,
    save: async (conversation) => void kept.set(conversation.id, conversation),
    remove: async (id) => void kept.delete(id),
    saveDrafts: async () => undefined,
  }
}
