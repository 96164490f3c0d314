// Lets a script load our TypeScript: imports without extensions, from the root with `@/`, and JSON.
import { existsSync, readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'

const root = new URL('../../', import.meta.url).href
const isOurs = (specifier, parent) =>
  specifier.startsWith('@/') || (/^\.{1,2}\//.test(specifier) && !parent?.includes('/node_modules/'))

// Node warns that stripping types is experimental.
process.removeAllListeners('warning')

registerHooks({
  resolve(specifier, context, next) {
    if (!isOurs(specifier, context.parentURL)) return next(specifier, context)
    const base = specifier.startsWith('@/') ? root + specifier.slice(2) : specifier
    const url = new URL(base, context.parentURL).href
    if (url.endsWith('.json')) return { url, format: 'module', shortCircuit: true }
    return next(existsSync(fileURLToPath(`${url}.ts`)) ? `${url}.ts` : url, context)
  },
  load(url, context, next) {
    if (!url.startsWith(root) || url.includes('/node_modules/')) return next(url, context)
    const read = () => readFileSync(fileURLToPath(url), 'utf8')
    if (url.endsWith('.json'))
      return { format: 'module', source: `export default ${read()}`, shortCircuit: true }
    if (!url.endsWith('.ts')) return next(url, context)
    const source = stripTypeScriptTypes(read(), { mode: 'transform' })
    return { format: 'module', source, shortCircuit: true }
  },
})
