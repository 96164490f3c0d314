import type { Metadata } from 'next'
import { OutcomeStep } from '@/components/media/portraits/liveness/outcome-step'

export const metadata: Metadata = { title: 'Verify a person' }

/** The person with the phone has no account here and can only ask for another link. */
export default function NotFound() {
  return <OutcomeStep outcome="unknown" />
}
