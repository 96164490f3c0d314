import { type Conversation, createConversation, type Prompt } from '../conversation/conversation'
import type { Last, Summary } from '../conversation/kept-conversation'
import { type Action, reduceConversation } from '../conversation/reduce-conversation'
import type { ChatModel } from '../models/chat-model'
import {
  ArchiveFullError,
  type ConversationArchive,
  createSaveQueue,
  nothingLast,
  type Owner,
  openArchive,
  ownerIdOf,
  readLast,
  saveLast,
  summarize,
} from './archive'
import { createPacer, LiveDrafts } from './draft'

/** `memory`: the browser blocks storage. `full`: its quota is used up. `failed`: a save failed for another reason. */
export type StorageStatus = 'persistent' | 'memory' | 'full' | 'failed'

export type PlaygroundState = {
  phase: 'loading' | 'ready'
  currentId: string
  conversations: Readonly<Record<string, Conversation>>
  summaries: readonly Summary[]
  models: readonly ChatModel[]
  /** Steps being written now, with the conversation each belongs to. */
  live: Readonly<Record<string, string>>
  storage: StorageStatus
  /** The prompt being written; one for all conversations, so that it can be sent in another one. */
  pending: Prompt
  /** Increases whenever the message box should take the focus. */
  focusAt: number
  /** The latest announcement for screen readers. */
  announcement: string
}

const savedAtOnce = new Set<Action['type']>([
  'prompt-sent',
  'prompt-edited',
  'step-finished',
  'tools-answered',
])
const saveWaitMs = 400
const saveMaxWaitMs = 2_000

/**
 * All state of the playground, outside React: answers continue while the reader looks at another conversation or page of the
 * console.
 */
export class PlaygroundStore {
  readonly ownerId: string
  readonly #owner: Owner
  readonly drafts = new LiveDrafts(createPacer())
  readonly runs = new Map<string, AbortController>()
  /** The page is being closed: streams that end from now on are ended by the browser and are not failures. */
  leaving = false
  /** Called after each save or removal of a conversation, for other tabs. */
  onSaved: ((id: string) => void) | null = null
  #state: PlaygroundState
  #archive: ConversationArchive | null = null
  #last = nothingLast
  #started: Promise<void> | null = null
  readonly #listeners = new Set<() => void>()
  readonly #queue = createSaveQueue((id) => this.#save(id), saveWaitMs, saveMaxWaitMs)

  constructor(owner: Owner) {
    this.#owner = owner
    this.ownerId = ownerIdOf(owner)
    const first = createConversation({ modelIds: [], now: Date.now() })
    this.#state = {
      phase: 'loading',
      currentId: first.id,
      conversations: { [first.id]: first },
      summaries: [],
      models: [],
      live: {},
      storage: 'persistent',
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
    const [{ archive, summaries, isPersistent }, last] = await Promise.all([
      openArchive(this.#owner),
      readLast(this.ownerId),
    ])
    this.#archive = archive
    this.#last = last
    this.update({ storage: isPersistent ? 'persistent' : 'memory', summaries })
    const openedId = askedId ?? last.conversationId
    if (openedId) await this.open(openedId)
    this.update({ phase: 'ready' })
  }

  /** For the next visit. */
  remember(change: Partial<Last>): void {
    this.#last = { ...this.#last, ...change }
    saveLast(this.ownerId, this.#last)
  }

  async open(id: string): Promise<void> {
    const known = this.#state.conversations[id]
    const conversation = known ?? (await this.#archive?.read(id))
    if (!conversation) return
    this.update({ currentId: id, conversations: { ...this.#state.conversations, [id]: conversation } })
    this.focusPrompt()
    this.remember({ conversationId: id })
  }

  /** Keeps models and settings, to try the same setup on something else. */
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
    this.remember({ conversationId: null })
  }

  /** Starts a conversation with one model, for a link to the playground. */
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
    // Messages are saved at once, because the page may be closed any moment. The rest can wait.
    if (savedAtOnce.has(action.type)) this.#queue.saveNow(conversationId)
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
    await this.#archive?.remove(id).catch(() => this.update({ storage: 'failed' }))
    this.onSaved?.(id)
  }

  /** For exports: the conversation in memory, else in the archive. */
  async read(id: string): Promise<Conversation | null> {
    return this.#state.conversations[id] ?? (await this.#archive?.read(id)) ?? null
  }

  /** Another tab has saved or removed a conversation: reloads it, unless this tab is changing it as well. */
  async followOtherTab(id: string): Promise<void> {
    if (!this.#archive) return
    this.update({ summaries: await this.#archive.list() })
    const isBusy = () => Object.values(this.#state.live).includes(id) || this.#queue.has(id)
    if (!this.#state.conversations[id] || isBusy()) return
    const kept = await this.#archive.read(id)
    if (kept && !isBusy()) this.update({ conversations: { ...this.#state.conversations, [id]: kept } })
  }

  /** Sets the models, and gives columns without a model one of them. */
  setModels(models: readonly ChatModel[]): void {
    this.update({ models })
    const current = this.#state.conversations[this.#state.currentId]
    const known = new Set(models.map((model) => model.id))
    const preferred = this.#last.modelIds.filter((id) => known.has(id))
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

  /** Saves what has arrived of unfinished answers; cheap enough to do twice a second. */
  async saveDrafts(): Promise<void> {
    const byConversation = Map.groupBy(this.drafts.list(), ([stepId]) => this.#state.live[stepId] ?? '')
    for (const [conversationId, drafts] of byConversation) {
      const saved = drafts.map(([id, { content, reasoning, toolCalls }]) => ({
        id,
        content,
        reasoning,
        toolCalls,
      }))
      // A failed save is repaired by the next checkpoint or the finished answer.
      await this.#archive?.saveDrafts(conversationId, saved).catch(() => undefined)
    }
  }

  #list(conversation: Conversation): void {
    const others = this.#state.summaries.filter((summary) => summary.id !== conversation.id)
    this.update({ summaries: [summarize(conversation), ...others] })
  }

  async #save(id: string): Promise<void> {
    const conversation = this.#state.conversations[id]
    if (!conversation || !this.#archive) return
    try {
      await this.#archive.save(conversation)
      this.onSaved?.(id)
      if (this.#state.storage === 'full' || this.#state.storage === 'failed')
        this.update({ storage: 'persistent' })
    } catch (error) {
      this.update({ storage: error instanceof ArchiveFullError ? 'full' : 'failed' })
    }
  }
}
