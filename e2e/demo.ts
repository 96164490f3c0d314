import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const Demo = z.object({ url: z.url(), email: z.string(), password: z.string(), api_key: z.string() })

/** The demo account of the server under test. */
export function readDemo(): z.infer<typeof Demo> {
  const folder = z.string().parse(process.env.E2E_DATA_DIR)
  return Demo.parse(JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8')))
}
