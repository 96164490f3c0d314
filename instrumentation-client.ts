/**
 * Before anything else of ours runs in a browser: zod would try whether it may compile code, which the policy of our pages
 * forbids, and browsers report the attempt. What `z.config({ jitless: true })` sets, without loading zod on every page.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
