import { deleteDB, openDB } from 'idb'
import type { AssistantStep, Conversation, Last, Summary } from '../conversation/kept-conversation'

const loadShapes = () => import('../conversation/kept-conversation')

/** Stores conversations: in IndexedDB, or in memory if the browser blocks storage. */
export interface ConversationArchive {
  list(): Promise<Summary[]>
  /** Null if it does not exist or can no longer be read. */
  read(id: string): Promise<Conversation | null>
  /** Rejects with ArchiveFullError if the browser's quota is used up. */
  save(conversation: Conversation): Promise<void>
  remove(id: string): Promise<void>
  /** What has arrived of unfinished answers; small and written often. Cleared by the next `save`. */
  saveDrafts(conversationId: string, drafts: SavedDraft[]): Promise<void>
}

export class ArchiveFullError extends Error {
  override readonly name = 'ArchiveFullError'
}

/** A person in an organization. People who share a browser do not see each other's conversations. */
export type Owner = { customerId: string; userId: string; isPersonal: boolean }

export const ownerIdOf = ({ customerId, userId }: Owner) => `${customerId}-${userId}`

export async function openArchive(
  owner: Owner,
): Promise<{ archive: ConversationArchive; summaries: Summary[]; isPersistent: boolean }> {
  try {
    const archive = await openIndexedArchive(ownerIdOf(owner))
    if (owner.isPersonal) await adoptFormer(archive, owner.customerId)
    return { archive, summaries: await archive.list(), isPersistent: true }
  } catch {
    return { archive: openMemoryArchive(), summaries: [], isPersistent: false }
  }
}

const databaseName = (ownerId: string) => `portico-playground-${ownerId}`

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
        throw new ArchiveFullError('The browser’s storage is full.', { cause: error })
      throw error
    }
  }

  return {
    async list() {
      const rows = await database.getAll('summaries')
      return rows.length === 0 ? [] : ((await loadShapes()).Summaries.safeParse(rows).data ?? [])
    },
    async read(id) {
      const { Conversation, SavedDrafts } = await loadShapes()
      const kept = Conversation.safeParse(await database.get('conversations', id))
      if (!kept.success) return null
      const drafts = SavedDrafts.safeParse(await database.get('drafts', id))
      return interruptConversation(kept.data, drafts.success ? drafts.data : [])
    },
    save: (conversation) =>
      write((transaction) => [
        transaction.objectStore('summaries').put(summarize(conversation)),
        transaction.objectStore('conversations').put(conversation),
        transaction.objectStore('drafts').delete(conversation.id),
      ]),
    remove: (id) => write((transaction) => stores.map((name) => transaction.objectStore(name).delete(id))),
    saveDrafts: (conversationId, drafts) =>
      write((transaction) => [transaction.objectStore('drafts').put(drafts, conversationId)]),
  }
}

/** Rejects if an older page keeps the database open in its version. */
function openUnlessBlocked(name: string) {
  return new Promise<Awaited<ReturnType<typeof openDB>>>((resolve, reject) => {
    openDB(name, 1, {
      upgrade(database) {
        database.createObjectStore('summaries', { keyPath: 'id' })
        database.createObjectStore('conversations', { keyPath: 'id' })
        database.createObjectStore('drafts')
      },
      blocked: () => reject(new DOMException('The database is in use by an older page.', 'AbortError')),
      // A newer version of the page in another tab must be able to upgrade the database.
      blocking: (_from, _to, { target }) => target instanceof IDBDatabase && target.close(),
    }).then(resolve, reject)
  })
}

/**
 * Before 0.2 there was one database per organization. That of the person's own is moved here, once; others may hold what several
 * people wrote, and stay unread.
 */
async function adoptFormer(archive: ConversationArchive, customerId: string): Promise<void> {
  const name = databaseName(customerId)
  if (!(await indexedDB.databases()).some((one) => one.name === name)) return
  const former = await openIndexedArchive(customerId)
  for (const { id } of await former.list()) {
    const conversation = await former.read(id)
    if (conversation) await archive.save(conversation)
  }
  await dropDatabase(name)
}

/** Open in another tab, it is deleted when that closes. */
function dropDatabase(name: string): Promise<void> {
  return new Promise((resolve) => {
    deleteDB(name, { blocked: () => resolve() }).then(resolve, () => resolve())
  })
}

/** For browsers that block storage (private windows): lasts as long as the page. */
export function openMemoryArchive(): ConversationArchive {
  const kept = new Map<string, Conversation>()
  return {
    list: async () => [...kept.values()].map(summarize),
    read: async (id) => kept.get(id) ?? null,
    save: async (conversation) => void kept.set(conversation.id, conversation),
    remove: async (id) => void kept.delete(id),
    saveDrafts: async () => undefined,
  }
}

/** Deletes what this browser stores for a deleted person, in any organization. Never rejects: storage may be blocked. */
export async function deletePlaygroundData(userId: string, customerId: string): Promise<void> {
  try {
    for (const key of Object.keys(localStorage)) if (key.endsWith(userId)) localStorage.removeItem(key)
    sessionStorage.clear()
    const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? [])
    const own = names.filter((name) => name.endsWith(userId) || name === databaseName(customerId))
    await Promise.all(own.map(dropDatabase))
  } catch {}
}

const SEARCH_LENGTH = 6_000

export function summarize(conversation: Conversation): Summary {
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

/** Every word must occur in the title, a model's ID or the text. Matches in the title come first. */
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

type SavedDraft = Pick<AssistantStep, 'id' | 'content' | 'reasoning' | 'toolCalls'>

/**
 * Marks answers that were being written when the page was closed as interrupted, with what was saved of them.
 */
export function interruptConversation(conversation: Conversation, drafts: SavedDraft[]): Conversation {
  const saved = new Map(drafts.map((draft) => [draft.id, draft]))
  const turns = conversation.turns.map((turn) => ({
    ...turn,
    replies: Object.fromEntries(
      Object.entries(turn.replies).map(([columnId, steps]) => [
        columnId,
        steps.map((step) => {
          if (step.kind !== 'assistant' || step.status !== 'streaming') return step
          return { ...step, ...saved.get(step.id), status: 'interrupted' as const }
        }),
      ]),
    ),
  }))
  return { ...conversation, turns }
}

export const nothingLast: Last = { conversationId: null, modelIds: [] }

function lastKey(ownerId: string): string {
  return `portico.playground.last.${ownerId}`
}

/** Blocked storage is not an error. */
export async function readLast(ownerId: string): Promise<Last> {
  try {
    const kept = localStorage.getItem(lastKey(ownerId))
    return (kept !== null && (await loadShapes()).Last.safeParse(JSON.parse(kept)).data) || nothingLast
  } catch {
    return nothingLast
  }
}

export function saveLast(ownerId: string, last: Last): void {
  try {
    localStorage.setItem(lastKey(ownerId), JSON.stringify(last))
  } catch {
    // Blocked or full: the next visit starts afresh.
  }
}

type Queue = {
  /** Saves `key` after a wait, which starts again with each call. */
  schedule(key: string): void
  /** Saves `key` at once. */
  saveNow(key: string): void
  /** Saves everything that is waiting; resolves when it is written. */
  flush(): Promise<void>
  cancel(key: string): void
  /** Whether `key` is waiting to be saved or being saved. */
  has(key: string): boolean
}

/** Debounced saving per key, with a limit on how long constant changes can delay a save. */
export function createSaveQueue(
  save: (key: string) => Promise<void>,
  waitMs: number,
  maxWaitMs: number,
): Queue {
  const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; since: number }>()
  const running = new Map<string, Promise<void>>()

  function start(key: string): Promise<void> {
    clearTimeout(waiting.get(key)?.timer)
    waiting.delete(key)
    // One write per key at a time, or an older state could overwrite a newer one.
    const next = (running.get(key) ?? Promise.resolve()).then(() => save(key))
    const settled = next.finally(() => {
      if (running.get(key) === settled) running.delete(key)
    })
    running.set(key, settled)
    return settled
  }

  return {
    schedule(key) {
      const now = Date.now()
      const since = waiting.get(key)?.since ?? now
      clearTimeout(waiting.get(key)?.timer)
      const delay = Math.max(0, Math.min(waitMs, since + maxWaitMs - now))
      waiting.set(key, { timer: setTimeout(() => void start(key), delay), since })
    },
    saveNow(key) {
      void start(key)
    },
    async flush() {
      await Promise.all([...waiting.keys()].map(start))
      await Promise.all(running.values())
    },
    cancel(key) {
      clearTimeout(waiting.get(key)?.timer)
      waiting.delete(key)
    },
    has: (key) => waiting.has(key) || running.has(key),
  }
}
