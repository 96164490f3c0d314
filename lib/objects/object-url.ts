import { env } from '@/lib/platform/env'

/** The link of an object, good as long as the object is there. */
export function objectUrl(id: string): string {
  return `${env().publicUrl}/media/${id}`
}
