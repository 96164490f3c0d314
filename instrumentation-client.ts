import { announceNavigation } from '@/components/layout/navigation'

// zod would try whether it may compile code, which the policy of our pages forbids and browsers report. What stands here before
// zod loads is its configuration, as its source documents (`$ZodConfig` in zod/v4/core/core.ts), for pages that it never comes to.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

export const onRouterTransitionStart = announceNavigation
