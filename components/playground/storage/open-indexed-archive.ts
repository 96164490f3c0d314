import { z } from 'zod'
import { AssistantStep, Conversation } from '../state/conversation'
import { interruptConversation } from '../state/interrupt-conversation'
import { archiveName } from './archive-name'
import { ArchiveFullError, type ConversationArchive } from './conversation-archive'
import { summarise } from './summarise'

const stores = { summaries: 'summaries', conversations: 'conversations', drafts: 'drafts' } as const

const Summaries = z.array(
  z.object({
    id: z.string(),
    title: z.string(),
    updatedAt: z.number(),
    modelIds: z.array(z.string()),
    searchText: z.string(),
  }),
)
const Drafts = z.array(AssistantStep.pick({ id: true, content: true, reasoning: true, toolCalls: true }))

/** Conversations that this browser keeps. */
export async function openIndexedArchive(ownerId: string): Promise<ConversationArchive> {
  const database = await openDatabase(archiveName(ownerId))

  async function write(change: (transaction: IDBTransaction) => void): Promise<void> {
    const transaction = database.transaction(Object.values(stores), 'readwrite')
    try {
      change(transaction)
      await committed(transaction)
    } catch (error) {
      if (error instanceof DOMException && error.name === 'QuotaExceededError') {
        throw new ArchiveFullError('The browser has no room left.', { cause: error })
      }
      throw error
    }
  }

  return {
    async list() {
      const rows = Summaries.safeParse(await resultOf(storeOf(database, stores.summaries).getAll()))
      return rows.success ? rows.data : []
    },
    async read(id) {
      const kept = Conversation.safeParse(await resultOf(storeOf(database, stores.conversations).get(id)))
      if (!kept.success) return null
      const drafts = Drafts.safeParse(await resultOf(storeOf(database, stores.drafts).get(id)))
      return interruptConversation(kept.data, drafts.success ? drafts.data : [])
    },
    save: (conversation) =>
      write((transaction) => {
        transaction.objectStore(stores.summaries).put(summarise(conversation))
        transaction.objectStore(stores.conversations).put(conversation)
        transaction.objectStore(stores.drafts).delete(conversation.id)
      }),
    remove: (id) =>
      write((transaction) => {
        for (const name of Object.values(stores)) transaction.objectStore(name).delete(id)
      }),
    saveDrafts: (conversationId, drafts) =>
      write((transaction) => transaction.objectStore(stores.drafts).put(drafts, conversationId)),
  }
}

function openDatabase(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(stores.summaries, { keyPath: 'id' })
      request.result.createObjectStore(stores.conversations, { keyPath: 'id' })
      request.result.createObjectStore(stores.drafts)
    }
    request.onsuccess = () => {
      // A later version of the page, open in another tab, must be able to upgrade the database.
      request.result.onversionchange = () => request.result.close()
      resolve(request.result)
    }
    request.onerror = () => reject(request.error)
    request.onblocked = () =>
      reject(new DOMException('The database is in use by an older page.', 'AbortError'))
  })
}

function storeOf(database: IDBDatabase, name: string): IDBObjectStore {
  return database.transaction(name, 'readonly').objectStore(name)
}

function resultOf(request: IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onerror = () => reject(transaction.error)
    transaction.onabort = () => reject(transaction.error)
  })
}
