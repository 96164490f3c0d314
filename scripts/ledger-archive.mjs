// `npm run ledger:archive -- --before 2026-11`: moves the charges of requests of closed months to files in the object store.
// `--verify` reads all archives again and adds them up; `--restore 2026-11` makes a month entries of the database again.
// With DATABASE_URL it runs beside running processes; otherwise Portico must be stopped.
import { parseArgs } from 'node:util'
import { runCommand, withDatabase } from './steps/command.mjs'
import { Failure, note, step } from './steps/output.mjs'

const USAGE = 'Usage: npm run ledger:archive -- --before YYYY-MM | --verify | --restore YYYY-MM'

function readArguments() {
  try {
    const month = { type: 'string' }
    const { values } = parseArgs({ options: { before: month, restore: month, verify: { type: 'boolean' } } })
    const [[order, value] = [], ...others] = Object.entries(values)
    const isGood = order === 'verify' || /^\d{4}-(0[1-9]|1[0-2])$/.test(value)
    if (isGood && others.length === 0) return [order, value]
  } catch {}
  throw new Failure(USAGE)
}

const counted = ({ entries, files }) => `${entries} entries, ${files} files`

const orders = {
  async before({ listArchivable, archiveMonth }, before) {
    const months = await listArchivable(before)
    for (const month of months)
      note(`${month}: ${counted(await step(`Archiving ${month}`, () => archiveMonth(month)))}`)
    if (months.length === 0) note(`No month before ${before} is left to archive`)
  },
  async verify({ verifyArchives }) {
    const archives = await step('Reading the archives', verifyArchives)
    for (const one of archives) note(`${one.month}: ${one.fault ?? `${counted(one)}, as archived`}`)
    return archives.some(({ fault }) => fault !== null) ? 1 : 0
  },
  async restore({ restoreMonth }, month) {
    note(`${month}: ${counted(await step(`Restoring ${month}`, () => restoreMonth(month)))}`)
  },
}

await runCommand(() => {
  const [order, value] = readArguments()
  return withDatabase(async () => {
    const archive = await import('../lib/money/ledger/archive.ts')
    try {
      return await orders[order](archive, value)
    } catch (error) {
      throw error instanceof archive.ArchiveRefused ? new Failure(error.message) : error
    }
  })
})
