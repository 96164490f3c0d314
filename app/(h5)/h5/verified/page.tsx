import type { Metadata } from 'next'
import { OutcomeStep } from '@/components/media/portraits/liveness/outcome-step'

export const metadata: Metadata = { title: 'Verify a person', robots: { index: false, follow: false } }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** The phone's last page after a check started in the console. `resultCode` is only a hint; the console reads the result. */
export default async function Page({ searchParams }: Props) {
  const { resultCode } = await searchParams
  return <OutcomeStep outcome={resultCode === '10000' ? 'passed' : 'failed'} />
}
