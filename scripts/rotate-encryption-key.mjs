// `npm run rotate-encryption-key`: re-encrypts every sealed value in the database with the current ENCRYPTION_KEY (or NEXTAUTH_SECRET),
// including those of ENCRYPTION_KEY_PREVIOUS. With DATABASE_URL it runs beside running processes; otherwise Portico must be stopped.
import { runCommand, withDatabase } from './steps/command.mjs'
import { note, step } from './steps/output.mjs'

async function reseal() {
  const { resealAll } = await import('../lib/operator/admin/reseal.ts')
  const outcomes = await step('Re-encrypting', resealAll)
  for (const { table, column, resealed, lost } of outcomes) {
    if (resealed > 0) note(`${table}.${column}: ${resealed} re-encrypted`)
    if (lost > 0)
      note(`${table}.${column}: ${lost} cannot be opened with any configured key and were left as they are`)
  }
  if (outcomes.some(({ lost }) => lost > 0)) return 1
  note('Everything is encrypted with the current key. You can remove ENCRYPTION_KEY_PREVIOUS')
}

await runCommand(() => withDatabase(reseal))
