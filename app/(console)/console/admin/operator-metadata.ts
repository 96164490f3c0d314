import type { Metadata } from 'next'
import { readSession } from '@/lib/client/page-api'

/** Titles are made beside the layout that says there is no such page, so they must not say otherwise. */
export async function operatorMetadata(title: string): Promise<Metadata> {
  const session = await readSession()
  return { title: session?.isOperator ? title : 'Not found' }
}
