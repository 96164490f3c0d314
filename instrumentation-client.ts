import { config } from 'zod/v4/core'
import { announceNavigation } from '@/components/layout/navigation'

// zod would try whether it may compile code, which the policy of our pages forbids and browsers report.
config({ jitless: true })

export const onRouterTransitionStart = announceNavigation
