// `npm run migrate`: applies migrations to the database in DATABASE_URL, or to the embedded one under DATA_DIR. `npm start` does this
// too. Run it separately if several machines share a database: one migrates before the others start.
import { openDatabase, runCommand } from './steps/command.mjs'

await runCommand(async () => {
  await openDatabase()
})
