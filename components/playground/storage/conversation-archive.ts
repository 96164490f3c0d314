import { deleteDB, openDB } from 'idb'
import { z } from 'zod'
import { AssistantStep, Conversation } from '../state/conversation'
import { interruptConversation, type SavedDraft } from '../state/interrupt-conversation'
import { lastKey } from '../store/remember-last'

/** What the list shows of a conversation, kept apart so that listing does not load pictures and answers. */
const Summary = z.object({
  id: z.string(),
  title: z.string(),
  updatedAt: z.number(),
  modelIds: z.array(z.string()),
  /** Lower-case beginning of what was said, for the search. */
  searchText: z.string(),
})
export type Summary = z.infer<typeof Summary>

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

export async function openArchive(
  ownerId: string,
): Promise<{ archive: ConversationArchive; lasting: boolean }> {
  try {
    return { archive: await openIndexedArchive(ownerId), lasting: true }
  } catch {
    return { archive: openMemoryArchive(), lasting: false }
  }
}

/** One database an account, so that two people who share a browser do not read each other's conversations. */
const databaseName = (ownerId: string) => `portico-playground-${ownerId}`
const Drafts = z.array(AssistantStep.pick({ id: true, content: true, reasoning: true, toolCalls: true }))

async function openIndexedArchive(ownerId: string): Promise<ConversationArchive> {
  const stores = ['summaries', 'conversations', 'drafts']
  const database = await openUnlessBlocked(databaseName(ownerId))
  type Transaction = ReturnType<typeof begin>
  const begin = () => database.transaction(stores, 'readwrite')

  async function write(change: (transaction: Transaction) => Promise<unknown>[]): Promise<void> {
    const transaction = begin()
    try {
      await Promise.all([...change(transaction), transaction.done])
    } catch (error) {
      if (error instanceof DOMException && error.name === 'QuotaExceededError')
        throw new ArchiveFullError('The browser has no room left.', { cause: error })
      throw error
    }
  }

  return {
    async list() {
      const rows = z.array(Summary).safeParse(await database.getAll('summaries'))
      return rows.success ? rows.data : []
    },
    async read(id) {
      const kept = Conversation.safeParse(await database.get('conversations', id))
      if (!kept.success) return null
      const drafts = Drafts.safeParse(await database.get('drafts', id))
      return interruptConversation(kept.data, drafts.success ? drafts.data : [])
    },
    save: (conversation) =>
      write((transaction) => [
        transaction.objectStore('summaries').put(summarise(conversation)),
        transaction.objectStore('conversations').put(conversation),
        transaction.objectStore('drafts').delete(conversation.id),
      ]),
    remove: (id) => write((transaction) => stores.map((name) => transaction.objectStore(name).delete(id))),
    saveDrafts: (conversationId, drafts) =>
      write((transaction) => [transaction.objectStore('drafts').put(drafts, conversationId)]),
  }
}

/** Rejects where an older page holds the database in a version of its own. */
function openUnlessBlocked(name: string) {
  return new Promise<Awaited<ReturnType<typeof openDB>>>((resolve, reject) => {
    openDB(name, 1, {
      upgrade(database) {
        database.createObjectStore('summaries', { keyPath: 'id' })
        database.createObjectStore('conversations', { keyPath: 'id' })
        database.createObjectStore('drafts')
      },
      blocked: () => reject(new DOMException('The database is in use by an older page.', 'AbortError')),
      // A later version of the page, open in another tab, must be able to upgrade the database.
      blocking: (_from, _to, { target }) => target instanceof IDBDatabase && target.close(),
    }).then(resolve, reject)
  })
}

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

/** What this browser keeps of an account that is no more. Resolves in any case: storage may be blocked. */
export async function forgetPlayground(ownerId: string): Promise<void> {
  try {
    localStorage.removeItem(lastKey(ownerId))
    sessionStorage.clear()
    // Where another tab still has it open, it goes when that one closes.
    await new Promise<void>((resolve) => {
      deleteDB(databaseName(ownerId), { blocked: () => resolve() }).then(resolve, () => resolve())
    })
  } catch {}
}

const SEARCH_LENGTH = 6_000

export function summarise(conversation: Conversation): Summary {
  return {
    id: conversation.id,
    title: conversation.title,
    updatedAt: conversation.updatedAt,
    modelIds: [...new Set(conversation.columns.map((column) => column.modelId))],
    searchText: searchTextOf(conversation),
  }
}

function searchTextOf(conversation: Conversation): string {
  let text = ''
  for (const turn of conversation.turns) {
    const answers = Object.values(turn.replies)
      .flat()
      .map((step) => step.content)
    text += `${[turn.prompt.text, ...answers].join('\n')}\n`
    if (text.length > SEARCH_LENGTH) break
  }
  return text.slice(0, SEARCH_LENGTH).toLowerCase()
}

/** Every word must occur in the title, a model's id or the text; hits in the title come first. */
export function searchSummaries(summaries: Summary[], query: string): Summary[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const newestFirst = [...summaries].sort((one, other) => other.updatedAt - one.updatedAt)
  if (words.length === 0) return newestFirst
  const found = newestFirst.filter((summary) => {
    const text = `${summary.title.toLowerCase()} ${summary.modelIds.join(' ').toLowerCase()} ${summary.searchText}`
    return words.every((word) => text.includes(word))
  })
  const inTitle = (summary: Summary) => words.every((word) => summary.title.toLowerCase().includes(word))
  return [...found.filter(inTitle), ...found.filter((summary) => !inTitle(summary))]
}
