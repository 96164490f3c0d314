import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const Demo = z.object({
  url: z.url(),
  sign_in_url: z.url(),
  email: z.string(),
  password: z.string(),
  api_key: z.string(),
})

/** The demo account of a server: of the one under test, unless another's DATA_DIR is given. */
export function readDemo(folder = z.string().parse(process.env.E2E_DATA_DIR)): z.infer<typeof Demo> {
  return Demo.parse(JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8')))
}
