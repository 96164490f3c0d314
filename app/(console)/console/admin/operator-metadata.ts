import type { Metadata } from 'next'
import { readSession } from '@/lib/client/page-api'

/** Titles are made independently of the layout, so they check too that only operators see the page. */
export async function operatorMetadata(title: string): Promise<Metadata> {
  const session = await readSession()
  return { title: session?.isOperator ? title : 'Not found' }
}
