import type { Metadata } from 'next'
import { OutcomeStep } from '@/components/media/portraits/liveness/outcome-step'

export const metadata: Metadata = { title: 'Verify a person', robots: { index: false, follow: false } }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** Where the phone ends up after a check that the console began. What it says is a hint; the console asks for the result. */
export default async function Page({ searchParams }: Props) {
  const { resultCode } = await searchParams
  return <OutcomeStep outcome={resultCode === '10000' ? 'passed' : 'failed'} />
}
