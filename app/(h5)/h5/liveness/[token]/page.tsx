import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { LivenessCheck } from '@/components/media/portraits/liveness/liveness-check'
import { readLiveness } from '@/lib/media/portraits/liveness'
import { AppError } from '@/lib/platform/errors'

export const metadata: Metadata = {
  title: 'Verify a person',
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
}
export const dynamic = 'force-dynamic'

type Props = { params: Promise<{ token: string }> }

export default async function Page({ params }: Props) {
  const { token } = await params
  const check = await readLiveness(token).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') return notFound()
    throw error
  })
  return <LivenessCheck token={token} check={check} />
}
