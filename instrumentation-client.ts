import { announceNavigation } from '@/components/layout/navigation'

// Without `jitless`, zod tries to compile code, which our Content-Security-Policy forbids and browsers report. The global is
// the one that zod reads its configuration from, as its source documents (`$ZodConfig` in zod/v4/core/core.ts). zod's own
// `z.config()` would load its core (1 kB by Brotli) on every page, also on those that never load zod.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

export const onRouterTransitionStart = announceNavigation
