// `npm run rotate-encryption-key`: seals everything that the database keeps sealed by the present ENCRYPTION_KEY (none:
// NEXTAUTH_SECRET), what ENCRYPTION_KEY_PREVIOUS sealed too. With DATABASE_URL beside running processes, else while nothing runs.
import { runCommand, withDatabase } from './steps/command.mjs'
import { note, step } from './steps/output.mjs'

async function reseal() {
  const { resealAll } = await import('../lib/operator/admin/reseal.ts')
  const outcomes = await step('Sealing anew', resealAll)
  for (const { table, column, resealed, lost } of outcomes) {
    if (resealed > 0) note(`${table}.${column}: ${resealed} sealed anew`)
    if (lost > 0) note(`${table}.${column}: ${lost} open with no key that is set here, and stay as they are`)
  }
  if (outcomes.some(({ lost }) => lost > 0)) return 1
  note('Everything is sealed by the present key: ENCRYPTION_KEY_PREVIOUS is not needed any more')
}

await runCommand(() => withDatabase(reseal))
