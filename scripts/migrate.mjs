// `npm run migrate`: brings the database of DATABASE_URL up to date, else the embedded one under DATA_DIR. `npm start` does
// this too; alone it serves several machines on one database, of which one migrates before the others start.
import { openDatabase, runCommand } from './steps/command.mjs'

await runCommand(async () => {
  await openDatabase()
})
