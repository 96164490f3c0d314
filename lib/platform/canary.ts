import pg from 'pg'
import { databaseConnection, giveUpConnections } from './database-connection'
import { isDoneWithin } from './is-done-within'
import { logger } from './logger'

const PATIENCE_MILLIS = 10_000
/** A process that was stopped itself finds the answer when it goes on. */
const SECOND_LOOK_MILLIS = 500

/**
 * A connection of its own for a statement that always takes no time. A database that hangs, or that moved to another machine,
 * leaves connections on which nothing ever comes, not even an error: where this one is silent, all are given up.
 */
export class Canary {
  #client: pg.Client | undefined
  #asking: Promise<void> | undefined

  /** Rejects when the database did not do it. One at a time: a question meanwhile is the same one. */
  ask(text: string, values: unknown[]): Promise<void> {
    this.#asking ??= this.#askOnce(text, values).finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  async close(): Promise<void> {
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => undefined)
  }

  async #askOnce(text: string, values: unknown[]): Promise<void> {
    const answer = this.#query(text, values)
    if (await isDoneWithin(answer, PATIENCE_MILLIS)) return
    if (await isDoneWithin(answer, SECOND_LOOK_MILLIS)) return
    logger.error('the database does not answer: its connections are given up')
    giveUpConnections()
    await answer
  }

  async #query(text: string, values: unknown[]): Promise<void> {
    this.#client ??= await this.#connect()
    await this.#client.query(text, values)
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...databaseConnection(), application_name: 'portico-canary' })
    const lose = () => {
      if (this.#client === client) this.#client = undefined
    }
    client.on('error', lose)
    client.on('end', lose)
    await client.connect()
    return client
  }
}
