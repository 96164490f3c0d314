import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { env } from '@/lib/platform/env'

/** What the person who started Portico needs to try it. Readable by that person alone. */
export const DemoFile = z.object({
  url: z.string(),
  /** Opens the demo account (`demo-link.ts`). Missing in files of earlier releases. */
  sign_in_url: z.string().default(''),
  email: z.string(),
  password: z.string(),
  api_key: z.string(),
})
export type DemoFile = z.infer<typeof DemoFile>

/** Null when there is none, or when it is not what we write. */
export async function readDemoFile(): Promise<DemoFile | null> {
  try {
    return DemoFile.parse(JSON.parse(await readFile(demoPath(), 'utf8')))
  } catch {
    return null
  }
}

/** In one step, so that nobody ever reads half a file. */
export async function writeDemoFile(demo: DemoFile): Promise<void> {
  await mkdir(env().DATA_DIR, { recursive: true })
  const draft = `${demoPath()}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
  await chmod(draft, 0o600)
  await rename(draft, demoPath())
}

/** Nobody should be told of an account that lets no one in. */
export function removeDemoFile(): Promise<void> {
  return rm(demoPath(), { force: true })
}

function demoPath(): string {
  return join(env().DATA_DIR, 'demo.json')
}
