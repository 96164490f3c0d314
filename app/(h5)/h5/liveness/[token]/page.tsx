import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { LivenessCheck } from '@/components/media/portraits/liveness/liveness-check'
import { pageApi } from '@/lib/client/page-api'

export const metadata: Metadata = {
  title: 'Verify a person',
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
}

type Props = { params: Promise<{ token: string }> }

export default async function Page({ params }: Props) {
  const { token } = await params
  const check = await pageApi().readLiveness(token)
  if (check === null) notFound()
  return <LivenessCheck token={token} check={check} />
}
