import { ArrowLeft } from 'lucide-react'
import Link from 'next/link'
import { paths } from '@/lib/client/paths'

export function BackLink() {
  return (
    <Link
      href={paths.portraits}
      className="press-line inline-flex w-fit items-center gap-1.5 rounded-sm text-sm text-muted hover:text-ink"
    >
      <ArrowLeft className="size-4" aria-hidden="true" />
      Portraits
    </Link>
  )
}
