import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { readSession } from '@/lib/client/page-api'

/** These pages do not exist for anyone but operators. */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  const session = await readSession()
  if (!session?.isOperator) notFound()
  return children
}
