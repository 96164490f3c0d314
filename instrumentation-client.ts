import { announceNavigation } from '@/components/layout/navigation'

// zod would try whether it may compile code, which the policy of our pages forbids and browsers report. This is where its
// `config()` writes; zod itself would come to pages that have no use for it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

export const onRouterTransitionStart = announceNavigation
