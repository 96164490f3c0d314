import { config } from 'zod/v4/core'

// zod would try whether it may compile code, which the policy of our pages forbids and browsers report.
config({ jitless: true })
