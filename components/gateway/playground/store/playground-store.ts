import { type Conversation, createConversation, type Prompt } from '../conversation/conversation'
import { type Action, reduceConversation } from '../conversation/reduce-conversation'
import type { ChatModel } from '../models/chat-model'
import {
  ArchiveFullError,
  type ConversationArchive,
  createSaveQueue,
  openArchive,
  readLast,
  rememberLast,
  type Summary,
  summarise,
} from './archive'
import { createPacer, LiveDrafts } from './draft'

/** `memory`: the browser keeps nothing. `full`: no room left. `failed`: a save failed for another reason. */
export type Keeping = 'lasting' | 'memory' | 'full' | 'failed'

export type PlaygroundState = {
  phase: 'loading' | 'ready'
  currentId: string
  conversations: Readonly<Record<string, Conversation>>
  summaries: readonly Summary[]
  models: readonly ChatModel[]
  /** Steps being written now, with the conversation each belongs to. */
  live: Readonly<Record<string, string>>
  keeping: Keeping
  /** The prompt being written. One for all conversations: it may be sent to another than it was begun in. */
  pending: Prompt
  /** Grows when the prompt's box should take the focus. */
  focusAt: number
  /** The last thing worth saying aloud to a screen reader. */
  announcement: string
}

const spoken = new Set<Action['type']>(['prompt-sent', 'prompt-edited', 'step-finished', 'tools-answered'])
const saveWaitMs = 400
const saveMaxWaitMs = 2_000

/**
 * All state of the playground, outside React: answers go on being written while the reader looks at another
 * conversation or at another page of the console.
 */
export class PlaygroundStore {
  readonly ownerId: string
  readonly drafts = new LiveDrafts(createPacer())
  readonly runs = new Map<string, AbortController>()
  /** The page is going away: what streams end with from now on is the browser's doing, not a failure. */
  leaving = false
  /** Called after each save or removal of a conversation, for other tabs. */
  onKept: ((id: string) => void) | null = null
  #state: PlaygroundState
  #archive: ConversationArchive | null = null
  #started: Promise<void> | null = null
  readonly #listeners = new Set<() => void>()
  readonly #queue = createSaveQueue((id) => this.#save(id), saveWaitMs, saveMaxWaitMs)

  constructor(ownerId: string) {
    this.ownerId = ownerId
    const first = createConversation({ modelIds: [], now: Date.now() })
    this.#state = {
      phase: 'loading',
      currentId: first.id,
      conversations: { [first.id]: first },
      summaries: [],
      models: [],
      live: {},
      keeping: 'lasting',
      pending: { text: '', images: [] },
      focusAt: 0,
      announcement: '',
    }
  }

  readonly getState = (): PlaygroundState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  update(change: Partial<PlaygroundState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  /** Opens the browser's archive and the requested conversation, else the last one. Runs once. */
  start(askedId: string | null): Promise<void> {
    this.#started ??= this.#start(askedId)
    return this.#started
  }

  async #start(askedId: string | null): Promise<void> {
    const { archive, lasting } = await openArchive(this.ownerId)
    this.#archive = archive
    this.update({ keeping: lasting ? 'lasting' : 'memory', summaries: await archive.list() })
    const last = askedId ?? readLast(this.ownerId).conversationId
    if (last) await this.open(last)
    this.update({ phase: 'ready' })
  }

  async open(id: string): Promise<void> {
    const known = this.#state.conversations[id]
    const conversation = known ?? (await this.#archive?.read(id))
    if (!conversation) return
    this.update({ currentId: id, conversations: { ...this.#state.conversations, [id]: conversation } })
    this.focusPrompt()
    rememberLast(this.ownerId, { conversationId: id })
  }

  /** Keeps models and settings: who starts anew mostly wants to try the same set-up on something else. */
  startConversation(): void {
    const { conversations, currentId } = this.#state
    const from = conversations[currentId]
    this.focusPrompt()
    if (from && from.turns.length === 0) return
    const modelIds = from?.columns.map((column) => column.modelId) ?? []
    const next = createConversation({
      modelIds,
      now: Date.now(),
      ...(from ? { settings: from.settings } : {}),
    })
    this.update({ currentId: next.id, conversations: { ...conversations, [next.id]: next } })
    rememberLast(this.ownerId, { conversationId: null })
  }

  /** A new conversation with one model, as a link from elsewhere asks for it. */
  startWith(modelId: string): void {
    const next = createConversation({ modelIds: [modelId], now: Date.now() })
    this.update({ currentId: next.id, conversations: { ...this.#state.conversations, [next.id]: next } })
    this.focusPrompt()
  }

  dispatch(conversationId: string, action: Action): void {
    const before = this.#state.conversations[conversationId]
    if (!before) return
    const after = reduceConversation(before, action)
    if (after === before) return
    this.update({ conversations: { ...this.#state.conversations, [conversationId]: after } })
    if (after.turns.length === 0 && before.turns.length === 0) return
    this.#list(after)
    // What was said is kept at once: the page may be closed the next moment. The rest may wait.
    if (spoken.has(action.type)) this.#queue.hurry(conversationId)
    else this.#queue.schedule(conversationId)
  }

  async rename(id: string, title: string): Promise<void> {
    if (!this.#state.conversations[id]) {
      const kept = await this.#archive?.read(id)
      if (kept) this.update({ conversations: { ...this.#state.conversations, [id]: kept } })
    }
    this.dispatch(id, { type: 'renamed', title })
  }

  async remove(id: string): Promise<void> {
    for (const [stepId, conversationId] of Object.entries(this.#state.live)) {
      if (conversationId === id) this.runs.get(stepId)?.abort()
    }
    this.#queue.cancel(id)
    if (this.#state.currentId === id) this.startConversation()
    const { [id]: _removed, ...conversations } = this.#state.conversations
    this.update({ conversations, summaries: this.#state.summaries.filter((summary) => summary.id !== id) })
    await this.#archive?.remove(id).catch(() => this.update({ keeping: 'failed' }))
    this.onKept?.(id)
  }

  /** For exports: what is in memory, else what is kept. */
  async read(id: string): Promise<Conversation | null> {
    return this.#state.conversations[id] ?? (await this.#archive?.read(id)) ?? null
  }

  /** Another tab has kept or removed a conversation: it goes on here as it is there, unless this tab is at it itself. */
  async hear(id: string): Promise<void> {
    if (!this.#archive) return
    this.update({ summaries: await this.#archive.list() })
    const isAtIt = () => Object.values(this.#state.live).includes(id) || this.#queue.has(id)
    if (!this.#state.conversations[id] || isAtIt()) return
    const kept = await this.#archive.read(id)
    if (kept && !isAtIt()) this.update({ conversations: { ...this.#state.conversations, [id]: kept } })
  }

  /** Gives columns without a model one, once it is known which models there are. */
  setModels(models: readonly ChatModel[]): void {
    this.update({ models })
    const current = this.#state.conversations[this.#state.currentId]
    const known = new Set(models.map((model) => model.id))
    const preferred = readLast(this.ownerId).modelIds.filter((id) => known.has(id))
    for (const [at, column] of (current?.columns ?? []).entries()) {
      const modelId = preferred[at] ?? models[0]?.id
      if (column.modelId !== '' || !modelId) continue
      this.dispatch(this.#state.currentId, { type: 'model-chosen', columnId: column.id, modelId })
    }
  }

  focusPrompt(): void {
    this.update({ focusAt: this.#state.focusAt + 1 })
  }

  flush(): Promise<void> {
    return this.#queue.flush()
  }

  /** Saves what answers in the making have so far; cheap enough to do twice a second. */
  async saveDrafts(): Promise<void> {
    const byConversation = Map.groupBy(this.drafts.list(), ([stepId]) => this.#state.live[stepId] ?? '')
    for (const [conversationId, drafts] of byConversation) {
      const saved = drafts.map(([id, { content, reasoning, toolCalls }]) => ({
        id,
        content,
        reasoning,
        toolCalls,
      }))
      // The next checkpoint, or the finished answer, makes good a save that failed.
      await this.#archive?.saveDrafts(conversationId, saved).catch(() => undefined)
    }
  }

  #list(conversation: Conversation): void {
    const others = this.#state.summaries.filter((summary) => summary.id !== conversation.id)
    this.update({ summaries: [summarise(conversation), ...others] })
  }

  async #save(id: string): Promise<void> {
    const conversation = this.#state.conversations[id]
    if (!conversation || !this.#archive) return
    try {
      await this.#archive.save(conversation)
      this.onKept?.(id)
      if (this.#state.keeping === 'full' || this.#state.keeping === 'failed')
        this.update({ keeping: 'lasting' })
    } catch (error) {
      this.update({ keeping: error instanceof ArchiveFullError ? 'full' : 'failed' })
    }
  }
}
