import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'rolldown'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The API's bundle: only our sources, not minified. Packages stay in node_modules. */
export default defineConfig({
  cwd: root,
  input: { api: './server/api.ts' },
  platform: 'node',
  tsconfig: 'tsconfig.json',
  external: /^(?!@\/|[a-z]:)[@\w]/i,
  output: { format: 'esm', sourcemap: true },
})
