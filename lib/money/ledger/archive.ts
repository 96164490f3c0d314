import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { z } from 'zod'
import { clock } from '@/lib/platform/clock'
import { parseJson } from '@/lib/platform/json'
import { storage } from '@/lib/platform/storage/storage'
import {
  AccountSum,
  ArchiveRefused,
  countOpenHolds,
  ensurePartitions,
  insertPartition,
  listArchives,
  listColumns,
  listPartitions,
  type PartSums,
  readChunk,
  replacePartition,
  sumPartition,
} from './internal/archive-repository'
import { listClosedMonths, listMonthDrift } from './internal/sums-repository'

/**
 * Months of the ledger. The charges of a month's requests are one partition; once its sums are closed, an operator's command moves it
 * to files in the object store. Balances, statements and the ledger check do not read it any more, only its sums.
 */

/** Month partitions for this month and the next two. */
export function ensureLedgerPartitions(): Promise<void> {
  return ensurePartitions(clock.now())
}

export { ArchiveRefused }

const ROWS_AT_ONCE = 100_000

const bigintText = z.string().transform(BigInt)

const Manifest = z.object({
  format: z.literal(1),
  /** Of the requests, such as `2026-11`. */
  month: z.string(),
  columns: z.array(z.string()),
  entries: z.int(),
  /** CSV, compressed with gzip. The digest is of the lines. */
  files: z.array(z.object({ name: z.string(), rows: z.int(), sha256: z.string() })),
  /** By calendar month of the entries and account, as `ledger_months` adds them up; amounts in nano-USD. */
  sums: z.array(AccountSum.extend({ amount_nanos: bigintText, entries: bigintText })),
})
type Manifest = z.output<typeof Manifest>
/** `digest`: of the manifest's bytes. */
type Archive = { manifest: Manifest; digest: string }

const folderOf = (month: string) => `ledger/${month}`
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

export type ArchivedMonth = { month: string; entries: number; files: number }

/** The months before this one (`2026-11`) that have a partition, oldest first. */
export async function listArchivable(before: string): Promise<string[]> {
  return (await listPartitions()).filter((month) => month < before)
}

/**
 * Writes a month's charges to the object store, reads them back, and replaces the partition by the record of it in one transaction. Killed
 * anywhere before, it leaves files that the next run reads or overwrites. Throws `ArchiveRefused`.
 */
export async function archiveMonth(month: string): Promise<ArchivedMonth> {
  const sums = addUp(await sumPartition(month))
  const calendar = [...new Set(sums.map((sum) => sum.month))]
  await refuseUnclosed(month, calendar)
  await refuseDrift(calendar)
  const written = await readArchive(month).catch(() => undefined)
  const isWritten = written !== undefined && isSame(written.manifest.sums, sums)
  const { manifest, digest } = isWritten ? written : await writeArchive(month, sums)
  const row = { month, entries: BigInt(manifest.entries), manifest_sha256: digest }
  await replacePartition(row, (now) => isSame(manifest.sums, addUp(now)))
  await refuseDrift(calendar)
  return { month, entries: manifest.entries, files: manifest.files.length }
}

async function refuseUnclosed(month: string, calendar: readonly string[]): Promise<void> {
  const last = (await listClosedMonths()).at(-1) ?? ''
  const open = [`${month}-01`, ...calendar].find((one) => one > last)
  if (open !== undefined)
    throw new ArchiveRefused(
      `${month} has entries of ${open.slice(0, 7)}, which no passed ledger check has closed yet.`,
    )
  if ((await countOpenHolds(month)) > 0)
    throw new ArchiveRefused(`Requests of ${month} are still in progress: their reservations are open.`)
}

async function refuseDrift(calendar: readonly string[]): Promise<void> {
  for (const one of calendar) {
    const [first] = await listMonthDrift(one, one, 1)
    if (first !== undefined)
      throw new ArchiveRefused(
        `The ledger check of ${one.slice(0, 7)} finds a difference at ${first.account}.`,
      )
  }
}

async function writeArchive(month: string, sums: readonly AccountSum[]): Promise<Archive> {
  const files: Manifest['files'] = []
  let after = ''
  for (;;) {
    const chunk = await readChunk(month, after, ROWS_AT_ONCE)
    if (chunk === undefined) break
    const name = `${String(files.length + 1).padStart(6, '0')}`
    const body = await promisify(gzip)(chunk.text)
    await storage().put(`${folderOf(month)}/${name}`, body, { contentType: 'application/gzip' })
    files.push({ name, rows: chunk.rows, sha256: sha256(chunk.text) })
    after = chunk.last
  }
  const manifest: Manifest = {
    format: 1,
    month,
    columns: await listColumns(),
    entries: files.reduce((sum, { rows }) => sum + rows, 0),
    files,
    sums: [...sums],
  }
  const text = JSON.stringify(manifest, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  await storage().put(manifestOf(month), Buffer.from(text), { contentType: 'application/json' })
  return readArchive(month)
}

const manifestOf = (month: string) => `${folderOf(month)}/manifest`

async function get(key: string): Promise<Buffer> {
  const object = await storage().get(key)
  if (object === null) throw new ArchiveRefused(`${key} is missing in the object store.`)
  return buffer(object.body)
}

/** Reads a whole archive, and throws where a line, a digest or a sum differs from its manifest. */
async function readArchive(month: string): Promise<Archive> {
  const bytes = await get(manifestOf(month))
  const manifest = Manifest.parse(parseJson(bytes.toString()))
  const total = new Map<string, AccountSum>()
  for await (const lines of readFiles(manifest)) addLines(lines, manifest.columns, total)
  if (!isSame([...total.values()], manifest.sums))
    throw new ArchiveRefused(`The files of ${month} do not add up to the sums of their manifest.`)
  return { manifest, digest: sha256(bytes) }
}

/** The lines of each file. */
async function* readFiles({ month, files }: Manifest): AsyncGenerator<string[]> {
  for (const file of files) {
    const text = await promisify(gunzip)(await get(`${folderOf(month)}/${file.name}`))
    const lines = text.toString().split('\n').slice(0, -1)
    if (sha256(text) !== file.sha256 || lines.length !== file.rows)
      throw new ArchiveRefused(`${folderOf(month)}/${file.name} differs from its manifest.`)
    yield lines
  }
}

/** No value of a charge contains a comma; a line with another form is refused. */
function addLines(
  lines: readonly string[],
  columns: readonly string[],
  total: Map<string, AccountSum>,
): void {
  const [debit, credit, amount, time] = ['debit_account', 'credit_account', 'amount_nanos', 'created_at'].map(
    (name) => columns.indexOf(name),
  )
  for (const line of lines) {
    const values = line.split(',')
    const nanos = BigInt(values[amount ?? -1] ?? '')
    const at = /^"(\d{4}-\d\d)-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00"$/.exec(values[time ?? -1] ?? '')
    if (values.length !== columns.length || at === null)
      throw new ArchiveRefused(`A line is not an entry: ${line}`)
    const month = `${at[1]}-01`
    add({ month, account: values[credit ?? -1] ?? '', amount_nanos: nanos, entries: 0n }, total)
    add({ month, account: values[debit ?? -1] ?? '', amount_nanos: -nanos, entries: 1n }, total)
  }
}

/** Each shard has some of the system's entries. */
function addUp(parts: readonly PartSums[]): AccountSum[] {
  const total = new Map<string, AccountSum>()
  for (const { sums } of parts) for (const sum of sums) add(sum, total)
  return [...total.values()]
}

function add({ month, account, amount_nanos, entries }: AccountSum, total: Map<string, AccountSum>): void {
  const sum = total.get(`${month} ${account}`) ?? { month, account, amount_nanos: 0n, entries: 0n }
  sum.amount_nanos += amount_nanos
  sum.entries += entries
  total.set(`${month} ${account}`, sum)
}

function isSame(one: readonly AccountSum[], other: readonly AccountSum[]): boolean {
  const textOf = (sum: AccountSum) => `${sum.month} ${sum.account} ${sum.amount_nanos} ${sum.entries}`
  const texts = new Set(one.map(textOf))
  return one.length === other.length && other.every((sum) => texts.has(textOf(sum)))
}

/** Reads all archives again: of each month the first difference, or null. */
export async function verifyArchives(): Promise<(ArchivedMonth & { fault: string | null })[]> {
  const verified = []
  for (const { month, entries, manifest_sha256 } of await listArchives()) {
    const found = await readArchive(month).catch((error: unknown) => String(error))
    const fault =
      typeof found === 'string' ? found : found.digest === manifest_sha256 ? null : 'another manifest'
    const files = typeof found === 'string' ? 0 : found.manifest.files.length
    verified.push({ month, entries: Number(entries), files, fault })
  }
  return verified
}

/** Makes an archived month a partition again. Its files stay. */
export async function restoreMonth(month: string): Promise<ArchivedMonth> {
  const recorded = (await listArchives()).find((one) => one.month === month)
  if (recorded === undefined) throw new ArchiveRefused(`${month} is not archived.`)
  const { manifest, digest } = await readArchive(month)
  if (digest !== recorded.manifest_sha256)
    throw new ArchiveRefused(`The manifest of ${month} is another one.`)
  await insertPartition(manifest, readFiles(manifest), (now) => isSame(manifest.sums, addUp(now)))
  await refuseDrift([...new Set(manifest.sums.map((sum) => sum.month))])
  return { month, entries: manifest.entries, files: manifest.files.length }
}
