import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { readSession } from '@/lib/client/page-api'

/** For anybody but an operator these pages are not there. */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  const session = await readSession()
  if (!session?.isOperator) notFound()
  return children
}
