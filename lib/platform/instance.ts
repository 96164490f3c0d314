import { readFileSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { databaseConnection, giveUpConnections } from './database-connection'
import { pool, prisma } from './db'
import { env } from './env'
import { newId } from './ids'
import { logger } from './logger'
import { isDoneWithin } from './probe'

/**
 * A process without a heartbeat for this long is considered dead, and its locks and holds are released. Only a process whose
 * own heartbeats never stopped may judge that, because after a database outage all processes look dead (`instance_is_dead`).
 */
export const DEAD_AFTER_SECONDS = 20
const HEARTBEAT_MILLIS = 5000
const ANSWER_MILLIS = 3000
/** A longer gap in its own heartbeats disqualifies a process from judging others; the same as in `instance_is_dead`. */
const GAP_SECONDS = DEAD_AFTER_SECONDS / 2

const READ_ONLY = '25006'
const PATIENCE_MILLIS = 10_000
/** A process that was suspended finds the reply after it resumes. */
const SECOND_LOOK_MILLIS = 500

/**
 * A separate connection for a statement that is always fast. A database that hangs or moved to another machine leaves
 * connections on which nothing ever arrives, not even an error; one that became a replica keeps its connections. If this
 * connection is silent or cannot write, all are closed.
 */
export class Canary {
  #client: Promise<pg.Client> | undefined
  #asking: Promise<void> | undefined

  /** Rejects if the statement failed. Concurrent callers share one query. */
  ask(text: string, values: unknown[]): Promise<void> {
    this.#asking ??= this.#askOnce(text, values).finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  async close(): Promise<void> {
    const client = this.#client
    this.#client = undefined
    await client?.then((one) => one.end()).catch(() => undefined)
  }

  /** With the connection: after another one, the database may be another too. */
  async query(text: string, values: unknown[]): Promise<{ rows: unknown[]; client: pg.Client }> {
    this.#client ??= this.#connect()
    try {
      const client = await this.#client
      return { client, rows: (await client.query(text, values)).rows }
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === READ_ONLY) giveUpConnections()
      throw error
    }
  }

  async #askOnce(text: string, values: unknown[]): Promise<void> {
    const answer = this.query(text, values)
    if (await isDoneWithin(answer, PATIENCE_MILLIS)) return
    if (await isDoneWithin(answer, SECOND_LOOK_MILLIS)) return
    logger.error('the database does not answer: its connections are closed')
    giveUpConnections()
    await answer
  }

  #connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...databaseConnection(), application_name: 'portico-canary' })
    const connected: Promise<pg.Client> = client.connect().then(() => client)
    const lose = () => {
      if (this.#client === connected) this.#client = undefined
    }
    connected.catch(lose)
    client.on('error', lose)
    client.on('end', lose)
    return connected
  }
}

const heart: { timer: NodeJS.Timeout | undefined; canary: Canary } = {
  timer: undefined,
  canary: new Canary(),
}

const thisId = newId('inst')

/** The id of this process in the database, new at every start. */
export const instanceId = (): string => thisId

/** Sends a heartbeat now and every few seconds, which also checks the database. */
export async function startHeartbeat(role: string): Promise<void> {
  await writeProcessFile()
  const beat = () =>
    heart.canary.ask(
      `INSERT INTO instances AS i (id, role, by_redis) VALUES ($1, $2, $4) ON CONFLICT (id) DO UPDATE SET heartbeat_at = now(),
         steady_since = CASE WHEN i.heartbeat_at < now() - make_interval(secs => $3) THEN now() ELSE i.steady_since END`,
      [instanceId(), role, GAP_SECONDS, env().REDIS_URL !== undefined],
    )
  await beat()
  clearInterval(heart.timer)
  heart.timer = setInterval(() => {
    beat().catch((error: unknown) => logger.warn({ err: String(error) }, 'the heartbeat was not written'))
  }, HEARTBEAT_MILLIS)
  heart.timer.unref()
}

/** A quick statement on the connection of the heartbeats. */
export function askCanary(text: string, values: unknown[]): ReturnType<Canary['query']> {
  return heart.canary.query(text, values)
}

/** For an orderly end, so that other processes need not wait until this one counts as dead. */
export async function stopHeartbeat(): Promise<void> {
  clearInterval(heart.timer)
  await heart.canary.close()
  await prisma.instance.deleteMany({ where: { id: instanceId() } }).catch(() => undefined)
  await rm(join(processFolder(), processFile()), { force: true }).catch(() => undefined)
}

/**
 * Each process of this DATA_DIR has a file there while it runs. If the file's process no longer runs on this host, it was
 * killed: that is known at once, while a missing heartbeat takes time to notice.
 */
const processFolder = () => join(env().DATA_DIR, 'processes')
const PROCESS_FILE = /^(?<id>inst_[^.]+)\.(?<pid>\d+)\.(?<started>\d*)@(?<host>.+)$/

const processFile = () => `${instanceId()}.${process.pid}.${startTimeOf(process.pid) ?? ''}@${hostname()}`

async function writeProcessFile(): Promise<void> {
  try {
    await mkdir(processFolder(), { recursive: true, mode: 0o700 })
    await writeFile(join(processFolder(), processFile()), '', { mode: 0o600 })
  } catch (error) {
    logger.warn(
      { err: String(error) },
      'DATA_DIR is not writable: if this process is killed, others notice late',
    )
  }
}

/** Marks processes of this DATA_DIR that were killed on this host as ended. For other hosts the heartbeat decides. */
export async function forgetKilled(): Promise<void> {
  const names = await readdir(processFolder()).catch(() => [])
  const others = names.flatMap((name) => {
    const { id, pid, started, host } = PROCESS_FILE.exec(name)?.groups ?? {}
    return id && id !== instanceId() ? [{ name, id, pid: Number(pid), started, host }] : []
  })
  const killed = others.filter(({ pid, started, host }) => host === hostname() && !isRunning(pid, started))
  if (killed.length > 0)
    await prisma.instance.deleteMany({ where: { id: { in: killed.map(({ id }) => id) } } })
  const dead = others.length > 0 ? await listDead(others.map(({ id }) => id)) : new Set()
  for (const { name, id } of others) if (dead.has(id)) await rm(join(processFolder(), name), { force: true })
}

/** The pid may be reused: in a container every start has the same pids. */
function isRunning(pid: number, started: string | undefined): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  return !started || startTimeOf(pid) === started
}

/** When a process began, in ticks since boot; undefined if it ended, and on systems other than Linux. */
function startTimeOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

/** The number of live processes that do background work; at least 1, because this one may be starting. */
export async function countWorkers(): Promise<number> {
  const { rowCount } = await pool.query(
    `SELECT FROM instances WHERE role <> 'web' AND heartbeat_at > now() - make_interval(secs => $1)`,
    [DEAD_AFTER_SECONDS],
  )
  return Math.max(1, rowCount ?? 0)
}

const InstanceRow = z.object({
  id: z.string(),
  role: z.string(),
  started_at: z.date(),
  heartbeat_at: z.date(),
})

/** Live processes, the longest running first. */
export async function listInstances(): Promise<z.infer<typeof InstanceRow>[]> {
  const { rows } = await pool.query(
    `SELECT id, role, started_at, heartbeat_at FROM instances
      WHERE heartbeat_at > now() - make_interval(secs => $1) ORDER BY started_at, id`,
    [DEAD_AFTER_SECONDS],
  )
  return z.array(InstanceRow).parse(rows)
}

/** Which of the processes are dead. */
export async function listDead(ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await pool.query(
    'SELECT x.id FROM unnest($1::text[]) AS x(id) WHERE instance_is_dead(x.id, $2, $3)',
    [ids, instanceId(), DEAD_AFTER_SECONDS],
  )
  return new Set(
    z
      .array(InstanceRow.pick({ id: true }))
      .parse(rows)
      .map(({ id }) => id),
  )
}

/** Deletes processes that ended long ago, and messages to those that ran then. */
export async function deleteDeadInstances(): Promise<void> {
  await pool.query(`DELETE FROM node_messages WHERE created_at < now() - interval '1 day'`)
  await pool.query(
    `DELETE FROM instances WHERE heartbeat_at < now() - interval '1 day' AND instance_is_dead(id, $1, $2)`,
    [instanceId(), DEAD_AFTER_SECONDS],
  )
}

/** Whether the database answers within a few seconds. */
export async function databaseAnswers(): Promise<boolean> {
  return isDoneWithin(pool.query('SELECT 1'), ANSWER_MILLIS).catch(() => false)
}

const Facts = z.object({ version: z.string(), now: z.date(), migrations: z.array(z.string()) })

/** The version of PostgreSQL, its clock, and its migrations. */
export async function readDatabaseFacts(): Promise<z.infer<typeof Facts>> {
  const { rows } = await pool.query(
    `SELECT current_setting('server_version') AS version, clock_timestamp() AS now, to_regclass('_prisma_migrations') IS NOT NULL AS is_made`,
  )
  const { is_made, ...facts } = z.object({ is_made: z.boolean() }).loose().parse(rows[0])
  const made = is_made
    ? await pool.query(
        'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
      )
    : { rows: [] }
  const migrations = z.array(z.object({ migration_name: z.string() })).parse(made.rows)
  return Facts.parse({ ...facts, migrations: migrations.map((one) => one.migration_name) })
}

const repeated = new Set<NodeJS.Timeout>()

/** Repeats `work` until the database is closed. A failure is logged. */
export function repeat(everyMillis: number, work: () => Promise<unknown>, failure: string): void {
  const attempt = () => work().catch((error: unknown) => logger.warn({ err: String(error) }, failure))
  repeated.add(setInterval(attempt, everyMillis).unref())
}

/** Closes all connections and ends `repeat`. */
export async function closeDatabase(): Promise<void> {
  for (const timer of repeated) clearInterval(timer)
  await Promise.allSettled([pool.end(), prisma.$disconnect(), heart.canary.close()])
}
