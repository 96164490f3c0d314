// Lets a plain Node thread load our TypeScript as it is written: without file endings, and from the root with `@/`.
import { existsSync, readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'

const root = new URL('../../../', import.meta.url).href
const encoder = new URL('./h264-names.mjs', import.meta.url).href

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'h264-mp4-encoder' && context.parentURL !== encoder) return next(encoder, context)
    const base = specifier.startsWith('@/') ? root + specifier.slice(2) : specifier
    const isOurs =
      base !== specifier || (/^\.{1,2}\//.test(base) && !context.parentURL?.includes('/node_modules/'))
    if (!isOurs) return next(specifier, context)
    const url = new URL(base, context.parentURL).href
    return next(existsSync(fileURLToPath(`${url}.ts`)) ? `${url}.ts` : url, context)
  },
  load(url, context, next) {
    if (!url.endsWith('.ts')) return next(url, context)
    const source = stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'), { mode: 'transform' })
    return { format: 'module', source, shortCircuit: true }
  },
})
