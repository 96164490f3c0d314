import { announceNavigation } from '@/components/layout/navigation'

// zod tests whether it can compile code, which our pages' policy forbids and browsers report. It reads this configuration when it loads
// (`$ZodConfig` in zod/v4/core/core.ts), so pages that never load it pay nothing.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

export const onRouterTransitionStart = announceNavigation
