import type { Metadata } from 'next'
import { ModelPage } from '@/components/operators/models/model-page'

type Props = { params: Promise<{ id: string[] }> }

export const metadata: Metadata = { title: 'Model' }

export default async function Page({ params }: Props) {
  const { id } = await params
  return <ModelPage id={id.map(decodeURIComponent).join('/')} />
}
