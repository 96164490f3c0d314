import type { Metadata } from 'next'
import { OutcomeStep } from '@/components/portraits/liveness/outcome-step'

export const metadata: Metadata = { title: 'Verify a person' }

/** Whoever holds the phone has no account here: all there is to do is to ask for another link. */
export default function NotFound() {
  return <OutcomeStep outcome="unknown" />
}
