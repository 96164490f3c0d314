import type { Metadata } from 'next'
import { GroupPage } from '@/components/media/portraits/assets/group-page'

export const metadata: Metadata = { title: 'Portrait' }

type Props = { params: Promise<{ id: string }> }

export default async function Page({ params }: Props) {
  const { id } = await params
  return <GroupPage id={decodeURIComponent(id)} />
}
