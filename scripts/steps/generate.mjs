// The database client, generated from prisma/schema.
import { join } from 'node:path'
import { hashFiles, listFiles, readStamp, writeStamp } from './hash.mjs'
import { step } from './progress.mjs'
import { run } from './run.mjs'

const stampFile = (root) => join(root, 'prisma', 'generated', '.stamp')

function fingerprint(root) {
  const generator = join('node_modules', 'prisma', 'package.json')
  return hashFiles(root, [...listFiles(root, 'prisma/schema'), 'prisma.config.ts', generator])
}

export const needsGenerate = (root) => readStamp(stampFile(root)) !== fingerprint(root)

export async function generate(root) {
  const cli = join(root, 'node_modules', 'prisma', 'build', 'index.js')
  // Generating needs no engine, yet Prisma downloads one unless told that it has it; it never runs this file.
  const env = {
    ...process.env,
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
  }
  await step('Generating the database client', () =>
    run('prisma generate', [process.execPath, cli, 'generate'], { cwd: root, env }),
  )
  writeStamp(stampFile(root), fingerprint(root))
}
