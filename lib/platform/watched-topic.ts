import { logger } from './logger'
import { publish, subscribe, untilHeard } from './notify'

/** A key that is not announced for this long is not watched any more. */
const WATCHED_MILLIS = 25_000
const ANNOUNCE_MILLIS = 10_000
/** A message has less than 8000 bytes. */
const KEYS_PER_MESSAGE = 100

type Listener = { onNews: (payload: string) => void; onGap: () => void }

/**
 * News that is only sent while somebody watches its key, in any process: watchers announce their keys every few seconds. While
 * nobody does, `isWatched` is false and nothing is sent.
 */
export class WatchedTopic {
  /** Keys that are watched anywhere, until when, by the monotonic clock. */
  readonly #until = new Map<string, number>()
  readonly #listeners = new Map<Listener, string>()
  #announcing: NodeJS.Timeout | undefined

  constructor(private readonly name: string) {}

  /** Call it once, when the process starts: it asks who watches. */
  async open(): Promise<void> {
    const ask = () => void publish(`${this.name}_watch`, '?').catch(() => undefined)
    await subscribe(`${this.name}_watch`, {
      onMessage: (payload) => {
        if (payload === '?') this.#announceAll()
        else for (const key of payload.split(' ')) this.#until.set(key, performance.now() + WATCHED_MILLIS)
      },
      onGap: ask,
    })
    ask()
    await subscribe(this.name, {
      onMessage: (message) => {
        const [key = '', payload = ''] = message.split(/ (.*)/s)
        for (const [listener, own] of this.#listeners) if (own === key) listener.onNews(payload)
      },
      onGap: () => {
        for (const listener of [...this.#listeners.keys()]) listener.onGap()
      },
    })
  }

  get isWatched(): boolean {
    return this.#until.size > 0
  }

  /** The keys that are watched now. */
  watched(): ReadonlyMap<string, unknown> {
    const now = performance.now()
    for (const [key, until] of this.#until) if (until < now) this.#until.delete(key)
    return this.#until
  }

  /** Sends news by key. Watchers miss what could not be sent. */
  tell(news: readonly (readonly [key: string, payload: string])[]): void {
    publish(this.name, ...news.map(([key, payload]) => `${key} ${payload}`)).catch((error: unknown) =>
      logger.warn({ err: String(error), topic: this.name }, 'live news could not be sent'),
    )
  }

  /** Resolves once every process sends news of the key; call the result to stop. Keys have no spaces. Rejects without a database. */
  async watch(key: string, listener: Listener): Promise<() => void> {
    const stop = () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) clearInterval(this.#announcing)
    }
    if (this.#listeners.size === 0)
      this.#announcing = setInterval(() => this.#announceAll(), ANNOUNCE_MILLIS).unref()
    this.#listeners.set(listener, key)
    try {
      await this.#announce([key])
      await untilHeard()
      return stop
    } catch (error) {
      stop()
      throw error
    }
  }

  #announceAll(): void {
    this.#announce(this.#listeners.values()).catch(() => undefined)
  }

  async #announce(given: Iterable<string>): Promise<void> {
    const keys = [...new Set(given)]
    const messages: string[] = []
    for (let at = 0; at < keys.length; at += KEYS_PER_MESSAGE)
      messages.push(keys.slice(at, at + KEYS_PER_MESSAGE).join(' '))
    await publish(`${this.name}_watch`, ...messages)
  }
}
